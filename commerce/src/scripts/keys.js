export { ensureKeys as default } from '../seed/keys.ts'
