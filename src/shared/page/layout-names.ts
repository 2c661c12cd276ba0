export const LAYOUT_NAMES = ['default', 'shop', 'courses', 'checkout'] as const
export type LayoutName = (typeof LAYOUT_NAMES)[number]
