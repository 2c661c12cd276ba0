const ENDINGS: readonly [RegExp, string][] = [
  [/(?:ое|ый|ой)$/u, 'ого'],
  [/(?:ее|ий)$/u, 'его'],
  [/ая$/u, 'ой'],
  [/о$/u, 'а'],
  [/а$/u, 'ы'],
  [/ь$/u, 'и'],
  [/(?<=[бвгджзклмнпрстфхцчшщ])$/u, 'а'],
]

/** What a thing is made of: белое золото -> белого золота. For names of materials, not for every Russian word. */
export function genitive(name: string): string {
  const decline = (term: string): string => {
    const [ending, other] = ENDINGS.find(([pattern]) => pattern.test(term)) ?? []
    return ending && other !== undefined ? term.replace(ending, other) : term
  }
  return name.split(' ').map(decline).join(' ')
}
