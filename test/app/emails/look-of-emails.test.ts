import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import t from 'tap'

import { LOCALES } from '#shared/i18n/locale.ts'
import { launchChromium } from '#test/support/chromium.ts'
import { openEmailScenario, IMAGE, PLACE, PREFERENCES, sampleHint, sampleEmails } from '#test/support/emails.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { LIGHTS, type Light } from '#test/support/look.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Screenshots of every email are saved beside those of `npm run screenshots`. */
const FOLDER = join(ROOT, '.data/screenshots/letters')
const WIDTHS = [320, 390, 600]
/** Rules about landmarks, which the page of the mail client provides. */
const OF_WHOLE_PAGES = /^(?:region|landmark-one-main):/

const render = await openEmailScenario(t)
const photograph = await readFile(join(ROOT, 'content/media/ring-solitaire-round-yellow-gold-1.webp'))
const image = await sharp(photograph).resize(640).jpeg().toBuffer()
const browser = await launchChromium()
t.teardown(() => browser.close())
await mkdir(FOLDER, { recursive: true })

t.test('every email is readable on phones and desktops, in light and dark mode', async (t) => {
  const page = await browser.newPage()
  await page.route('**/*', (route) =>
    route.request().url() === IMAGE ? route.fulfill({ body: image, contentType: 'image/jpeg' }) : route.abort(),
  )

  async function look(name: string, light: Light): Promise<void> {
    await page.emulateMedia({ colorScheme: light })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      t.notOk(tooWide, `${name} fits into ${width} px`)
      await page.screenshot({ path: join(FOLDER, `${name}-${width}-${light}.png`), fullPage: true })
    }
    const wrong = (await findViolations(page)).filter((line) => !OF_WHOLE_PAGES.test(line))
    t.same(wrong, [], `${name} by ${light}`)
  }

  for (const locale of LOCALES) {
    const long = sampleHint({ message: `${'w'.repeat(200)}\n${'Ещё слово '.repeat(30)}` }, locale)
    for (const [index, email] of [...sampleEmails(locale), long].entries()) {
      const { html } = await render(email, { ...PLACE, preferencesUrl: PREFERENCES })
      await page.setContent(html)
      for (const light of LIGHTS) await look(`${index}-${email.name}-${locale}`, light)
    }
  }
})
