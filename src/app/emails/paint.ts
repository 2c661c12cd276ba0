import type { CSSProperties } from 'react'

import { COLORS } from '#shared/shop/colors.ts'

/** An email cannot use the CSS tokens. */
export type ColorName = keyof typeof COLORS

export const DISPLAY_FONT = "'Cormorant Garamond', Georgia, 'Times New Roman', serif"
export const TEXT_FONT = "Manrope, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

const PROPERTIES = { text: 'color', ground: 'backgroundColor', edge: 'borderColor' } as const

interface Paint {
  text?: ColorName
  ground?: ColorName
  edge?: ColorName
}

/** Light-mode colors as inline style, which every mail client supports, and the class for the dark-mode colors. */
export function paint(wanted: Paint, style: CSSProperties = {}): { className: string; style: CSSProperties } {
  const entries = Object.entries(wanted) as [keyof Paint, ColorName][]
  const light = Object.fromEntries(entries.map(([what, color]) => [PROPERTIES[what], COLORS[color].light]))
  return { className: entries.map(([what, color]) => `${what}-${color}`).join(' '), style: { ...style, ...light } }
}

export function darkModeCss(): string {
  const css = { text: 'color', ground: 'background-color', edge: 'border-color' }
  const rules = Object.entries(css).flatMap(([what, property]) =>
    Object.entries(COLORS).map(([name, { dark }]) => `.${what}-${name}{${property}:${dark}!important}`),
  )
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`
}
