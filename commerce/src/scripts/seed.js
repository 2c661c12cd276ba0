export { seedShop as default } from '../seed/seed-shop.ts'
