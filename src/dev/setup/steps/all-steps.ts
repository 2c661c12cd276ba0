import type { Step } from '../step.ts'
import { brandStep, operatorStep } from './brand.ts'
import { colorsStep } from './colors.ts'
import { deliveryStep } from './delivery.ts'
import { paymentStep } from './payment.ts'
import { policiesStep } from './policies.ts'
import { productsStep } from './products.ts'
import { regionsStep } from './regions.ts'
import { samplesStep } from './samples.ts'

/** In the order in which they are asked, planned and carried out. */
export const STEPS: readonly Step[] = [
  brandStep,
  operatorStep,
  colorsStep,
  regionsStep,
  deliveryStep,
  policiesStep,
  paymentStep,
  samplesStep,
  productsStep,
]
