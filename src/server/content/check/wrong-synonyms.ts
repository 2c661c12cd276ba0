import { Type } from 'typebox'
import { Value } from 'typebox/value'

import type { ContentFault } from '#content/document.ts'
import type { ParsedFile } from '#content/document/parse-document.ts'

import { isSynonymFile } from '../synonyms.ts'

/** A number is a word too: 585. */
const Text = Type.Union([Type.String({ pattern: '[\\p{L}\\d]' }), Type.Number()])
const Texts = Type.Array(Text, { minItems: 1 })

/** What each field may hold, and how its author is told. */
const FIELDS = {
  same: {
    items: Type.Array(Text, { minItems: 2 }),
    expected: 'a group of two words or more, such as [pear, teardrop]',
  },
  also: {
    items: Type.Object({ typed: Text, finds: Texts }, { additionalProperties: false }),
    expected: 'such as { typed: diamond, finds: [moissanite] }',
  },
  first: {
    items: Type.Object({ typed: Text, finds: Texts }, { additionalProperties: false }),
    expected: 'such as { typed: gold, finds: [yellow gold] }',
  },
  audience: { items: Text, expected: 'a word' },
  optional: { items: Text, expected: 'a word' },
  ignored: { items: Text, expected: 'a word' },
}

/** Finds what cannot be read in the words that visitors look for, and fields that mean nothing there. */
export function findWrongSynonyms(files: readonly ParsedFile[]): ContentFault[] {
  return files.flatMap(({ document, lines }) => {
    if (!document || !isSynonymFile(document)) return []
    const { _file: file } = document
    const lineOf = (name: string): number => lines.get(name) ?? 1
    return [...lines.keys()].filter(isTopLevel).flatMap((name): ContentFault[] => {
      const field = Object.entries(FIELDS).find(([known]) => known === name)?.[1]
      if (!field) return [{ file, line: lineOf(name), message: `“${name}” means nothing here.` }]
      const value = document[name]
      if (!Array.isArray(value)) return [{ file, line: lineOf(name), message: `“${name}” must be a list.` }]
      return value.flatMap((item, nth) =>
        Value.Check(field.items, item)
          ? []
          : [{ file, line: lineOf(`${name}.${nth}`), message: `An item of “${name}” must be ${field.expected}.` }],
      )
    })
  })
}

function isTopLevel(name: string): boolean {
  return !name.includes('.')
}
