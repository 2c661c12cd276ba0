import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { REGION } from '#test/support/generated/contents.ts'
import { openGeneratedShop } from '#test/support/generated/open-shop.ts'

/** Unlike any word of the shop, in both alphabets and keyboard layouts. */
const NONSENSE = 'asdfghjkl qwerty zxcvbnm xyz йцукен ывапролдж ячсмить асдфгхйкл ъъъ 123456789 💍 %%% —'.split(' ')
/** Things that the shop does not sell. */
const ELSEWHERE =
  'shirt dog phone car london hello love watch brooch телефон москва привет люблю самолёт часы брошь запонки'

const { shop } = await openGeneratedShop(36)

t.test('unknown words find nothing and are not corrected', async (t) => {
  for (const q of [...NONSENSE, ...ELSEWHERE.split(' ')])
    for (const locale of LOCALES) {
      const { count, reading } = shop.search({ q }, { locale, regionId: REGION.id })
      t.same({ count, instead: reading.instead }, { count: 0, instead: null }, `${q} (${locale})`)
    }
})
