import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'

/** No words of ours in either alphabet, on either keyboard, or nearly. */
const NONSENSE = 'asdfghjkl qwerty zxcvbnm xyz йцукен ывапролдж ячсмить асдфгхйкл ъъъ 123456789 💍 %%% —'.split(' ')
/** What people look for elsewhere. */
const ELSEWHERE =
  'shirt dog phone car london hello love watch brooch телефон москва привет люблю самолёт часы брошь запонки'

const { shop } = await openGeneratedShop(36)

t.test('what the shop does not have is not found, nor taken for something else', async (t) => {
  for (const q of [...NONSENSE, ...ELSEWHERE.split(' ')])
    for (const locale of LOCALES) {
      const { count, reading } = shop.search({ q }, { locale, regionId: REGION.id })
      t.same({ count, instead: reading.instead }, { count: 0, instead: null }, `${q} (${locale})`)
    }
})
