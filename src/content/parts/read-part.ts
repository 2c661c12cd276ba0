import { Value } from 'typebox/value'

import { PARTS, type Part, type PartName } from './part-schemas.ts'

export type PartReading = { props: Record<string, unknown> } | { faults: string[] }

/** Exactly one is required. */
const ONE_OF: Partial<Record<PartName, readonly string[]>> = {
  'product-cards': ['collection', 'category', 'handles'],
}

const TOGETHER: Partial<Record<PartName, readonly string[]>> = {
  'product-cards': ['more', 'more-label'],
  'email-banner': ['left', 'right'],
}

/** Returns props with the types of the schema, or the mistakes, one sentence each. */
export function readPart(name: PartName, attributes: Readonly<Record<string, string | null | undefined>>): PartReading {
  const { props: schema }: Part = PARTS[name]
  const known = Object.keys(schema.properties)
  const props: Record<string, unknown> = {}
  const faults: string[] = []
  for (const [attribute, text] of Object.entries(attributes)) {
    const prop = toCamel(attribute)
    const propSchema = Object.hasOwn(schema.properties, prop) ? schema.properties[prop] : undefined
    if (propSchema && attribute === toKebab(prop)) props[prop] = toValue(text ?? '', propSchema)
    else faults.push(`“${name}” has no attribute “${attribute}”${listOf(known)}.`)
  }
  for (const { keyword, instancePath, message, params } of Value.Errors(schema, props)) {
    const missing = (params as { requiredProperties?: string[] }).requiredProperties ?? []
    if (keyword === 'required')
      faults.push(...missing.map((prop) => `“${name}” needs the attribute “${toKebab(prop)}”.`))
    else faults.push(`“${toKebab(instancePath.split('/')[1] ?? '')}” of “${name}” ${messageOf(message, params)}.`)
  }
  faults.push(...checkCombinations(name, attributes))
  return faults.length > 0 ? { faults } : { props }
}

function checkCombinations(name: PartName, attributes: object): string[] {
  const given = (names: readonly string[] = []) => names.filter((attribute) => Object.hasOwn(attributes, attribute))
  const { [name]: oneOf } = ONE_OF
  const { [name]: together } = TOGETHER
  return [
    ...(oneOf && given(oneOf).length !== 1 ? [`“${name}” needs one of ${quoted(oneOf)}, and only one.`] : []),
    ...(together && given(together).length === 1 ? [`“${name}” needs ${quoted(together)} together.`] : []),
  ]
}

function toValue(text: string, schema: object): unknown {
  const { type } = schema as { type?: string }
  if (type === 'array') return text.split(/\s+/).filter(Boolean)
  const isNumber = (type === 'number' || type === 'integer') && /^-?\d+(?:\.\d+)?$/.test(text)
  return isNumber ? Number(text) : text.trim()
}

function messageOf(message: string, params: object): string {
  const { allowedValues } = params as { allowedValues?: string[] }
  return allowedValues ? `must be one of ${quoted(allowedValues)}` : message
}

function listOf(props: readonly string[]): string {
  return `; it has ${quoted(props.map(toKebab))}`
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ')
}

function toCamel(attribute: string): string {
  return attribute.replaceAll(/-([a-z])/g, (_, character: string) => character.toUpperCase())
}

function toKebab(prop: string): string {
  return prop.replaceAll(/[A-Z]/g, (character) => `-${character.toLowerCase()}`)
}
