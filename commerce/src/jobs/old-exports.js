import { deleteOldExports } from '../http/uploads.ts'

export default deleteOldExports

/** Every hour. */
export const config = { name: 'old-exports', schedule: '0 * * * *' }
