import type { LocalizedText } from './localized-text.ts'

/** For generated products: "Aurora round solitaire ring". */
const NAMES: readonly [en: string, ru: string][] = [
  ['Aurora', 'Аврора'],
  ['Vera', 'Вера'],
  ['Stella', 'Стелла'],
  ['Nadia', 'Надя'],
  ['Iris', 'Ирис'],
  ['Luna', 'Луна'],
  ['Selene', 'Селена'],
  ['Daphne', 'Дафна'],
  ['Thea', 'Тея'],
  ['Mira', 'Мира'],
  ['Flora', 'Флора'],
  ['Alba', 'Альба'],
  ['Clara', 'Клара'],
  ['Diana', 'Диана'],
  ['Elena', 'Елена'],
  ['Sofia', 'София'],
  ['Livia', 'Ливия'],
  ['Marina', 'Марина'],
  ['Olivia', 'Оливия'],
  ['Rosa', 'Роза'],
  ['Silvia', 'Сильвия'],
  ['Taisia', 'Таисия'],
  ['Ursa', 'Урса'],
  ['Vega', 'Вега'],
  ['Lyra', 'Лира'],
  ['Carina', 'Карина'],
  ['Ariadne', 'Ариадна'],
  ['Calypso', 'Калипсо'],
  ['Electra', 'Электра'],
  ['Galatea', 'Галатея'],
  ['Helena', 'Хелена'],
  ['Juno', 'Юнона'],
  ['Leda', 'Леда'],
  ['Maia', 'Майя'],
  ['Nova', 'Нова'],
  ['Pandora', 'Пандора'],
  ['Regina', 'Регина'],
  ['Sabina', 'Сабина'],
  ['Tatiana', 'Татьяна'],
  ['Victoria', 'Виктория'],
  ['Zlata', 'Злата'],
  ['Yara', 'Яра'],
  ['Agata', 'Агата'],
  ['Beatrice', 'Беатриче'],
  ['Camilla', 'Камилла'],
  ['Dora', 'Дора'],
  ['Eva', 'Ева'],
  ['Fiona', 'Фиона'],
  ['Gloria', 'Глория'],
  ['Irina', 'Ирина'],
  ['Julia', 'Юлия'],
  ['Kira', 'Кира'],
  ['Laura', 'Лаура'],
  ['Martha', 'Марта'],
  ['Nika', 'Ника'],
  ['Olga', 'Ольга'],
  ['Polina', 'Полина'],
  ['Rita', 'Рита'],
  ['Sylva', 'Сильва'],
  ['Ulyana', 'Ульяна'],
]
const NUMERALS = ['', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']

export const LINES = NAMES.length * NUMERALS.length

export function lineName(index: number): LocalizedText {
  const [en, ru] = NAMES[index % NAMES.length] ?? ['', '']
  const numeral = NUMERALS[Math.floor(index / NAMES.length)]
  if (numeral === undefined) throw new RangeError(`There are ${LINES} names of lines, not ${index + 1}`)
  const suffix = numeral && ` ${numeral}`
  return { en: `${en}${suffix}`, ru: `${ru}${suffix}` }
}
