export { generateProducts as default } from '../seed/generate-products.ts'
