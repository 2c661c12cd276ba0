import type { CDPSession, Page } from 'playwright'
import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import type { Locale } from '#shared/i18n/locale.ts'
import { goTo, journey, visit } from '#test/support/browser.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { messageIn } from '#test/support/message.ts'
import { startOwnShop, visitShop } from '#test/support/test-shop.ts'

const mailServer = await openMailServer(t)
const port = await freePort(0, 'PORT')
// Passkeys need a domain name.
const origin = `http://localhost:${port}`
await startOwnShop(t, {
  env: {
    PORT: String(port),
    PUBLIC_URL: origin,
    ...mailServer.env,
  },
})

t.test('a customer signs in with a passkey instead of an email, in Russian', async (t) => {
  const email = 'passkey@shopper.example'
  const ru = (english: string) => messageIn('ru', english)
  const emailSent = (subject: string) =>
    mailServer.waitFor(email, (mail) => mail.subject?.replaceAll('\u00a0', ' ') === subject)
  await visit(t, origin, { locale: 'ru', expected: [/status of 401/] }, async (page) => {
    await withoutSuggestions(page)
    const { cdp, authenticatorId } = await addAuthenticator(page)
    await signInByLink(page, 'ru', email)
    await page.goto('/ru/account/details')
    const passkeys = page.getByRole('region', { name: ru('Passkeys') })
    const leave = async () => {
      await page
        .getByRole('button', { name: ru('Sign out'), exact: true })
        .first()
        .click()
      await page.waitForURL('**/ru/account/sign-in')
    }
    const signIn = () => page.getByRole('button', { name: ru('Sign in with a passkey') }).click()
    await passkeys.getByRole('button', { name: ru('Add a passkey') }).click()
    await page.getByText('Ключ доступа сохранён.').waitFor()
    await passkeys.getByText('ещё не использовался').waitFor()
    await emailSent('В личный кабинет добавлен ключ доступа')
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    t.equal(credentials.length, 1)
    t.equal(credentials[0]?.isResidentCredential, true)

    await passkeys.getByRole('button', { name: ru('Add a passkey') }).click()
    await passkeys.getByText('На этом устройстве уже есть ключ доступа').waitFor()

    await leave()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await signIn()
    await page.getByText('Не удалось получить ключ доступа с этого устройства.').waitFor()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await signIn()
    await page.waitForURL('**/ru/account')
    await page.getByText(email).waitFor()

    await page.goto('/ru/account/details')
    await passkeys.getByText('последний вход').waitFor()
    await passkeys.getByRole('button', { name: /^Удалить ключ доступа: .*Chrom/ }).click()
    await page.getByText('Войти с этим ключом доступа больше нельзя.').waitFor()
    await emailSent('Из личного кабинета удалён ключ доступа')
    await leave()
    await signIn()
    await page.getByText('Войти с этим ключом доступа не получилось.').waitFor()
  })
})

journey(t, 'the browser suggests the passkey for the email field', origin, async (page, t) => {
  const { cdp } = await addAuthenticator(page)
  await signInByLink(page, 'en', 'suggested@shopper.example')
  await page.goto('/en/account/details')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Your passkey is saved.').waitFor()
  const signedIn = page.waitForResponse((response) => response.url().endsWith('/passkeys/sign-in'))
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  // The owner of this device chooses the suggestion at once.
  t.equal((await signedIn).status(), 200)
  await page.waitForURL('**/en/account')
  await page.getByText('suggested@shopper.example').waitFor()
  await cdp.send('WebAuthn.disable')
})

t.test('the button to sign in with a passkey moves nothing, and is not there without scripts', async (t) => {
  await visit(t, origin, async (page) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) Object.assign(window, { shift: (entry as { value?: number }).value })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/en/account/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    t.equal(await page.evaluate(() => (window as unknown as { shift: number }).shift), 0)
    t.equal(await page.getByLabel('Email').getAttribute('autocomplete'), 'username webauthn')
    await goTo(page, '/en/account/sign-in?with=register')
    t.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
  })
  await visit(t, origin, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/en/account/sign-in')
    t.equal(await page.getByText('Sign in with a passkey').isVisible(), false)
    t.equal(await page.getByText('Sign in with a passkey').boundingBox(), null)
  })
})

t.test('a browser without passkeys, and a shop at an IP address, offer none', async (t) => {
  const plain = await visitShop(t)
  await visit(t, origin, async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await goTo(page, '/en/account/sign-in')
    t.equal(await page.getByText('Sign in with a passkey').isVisible(), false)
  })
  await visit(t, plain.url, async (page) => {
    await goTo(page, '/en/account/sign-in')
    t.equal(await page.getByText('Sign in with a passkey').count(), 0)
  })
})

journey(
  t,
  'only the two pages of the account load the scripts for passkeys, and only to use them',
  origin,
  async (page, t) => {
    await withoutSuggestions(page)
    const loaded: string[] = []
    page.on('response', async (response) => {
      const from = page.url()
      if (response.request().resourceType() !== 'script') return
      if (/navigator\.credentials/.test(await response.text().catch(() => ''))) loaded.push(from)
    })
    for (const path of ['/en', '/en/account/sign-in']) {
      await goTo(page, path)
    }
    t.same(loaded, [])
    await addAuthenticator(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('We didn’t get a passkey from this device.').waitFor()
    t.same(loaded, [`${origin}/en/account/sign-in`])
  },
)

/** Adds the authenticator of a device with a lock screen, which its owner unlocks at once. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** A browser that does not suggest passkeys for the email field: the owner of the device would choose at once. */
async function withoutSuggestions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

async function signInByLink(page: Page, lang: Locale, email: string): Promise<void> {
  await page.request.post('/api/account/sign-in-link', { data: { email }, headers: { 'accept-language': lang } })
  const mail = await mailServer.waitFor(email, ({ text }) => /account\/link/.test(text ?? ''))
  const url = new URL(/\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? '')
  await page.goto(`/${lang}/account/link${url.search}`)
  await page.getByRole('button', { name: messageIn(lang, 'Sign in'), exact: true }).click()
  await page.waitForURL(`**/${lang}/account`)
}
