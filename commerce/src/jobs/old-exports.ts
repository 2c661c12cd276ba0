import { deleteOldExports } from '../http/uploads.ts'

export default deleteOldExports

export const config = { name: 'old-exports', schedule: '0 * * * *' }
