import type { CDPSession, Page } from 'playwright'
import t from 'tap'

import { freePort } from '#dev/processes/ports.ts'
import { hydrated, visit } from '#test/support/browser.ts'
import { findViolations } from '#test/support/find-violations.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

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

const TEXTS = {
  en: {
    signIn: 'Sign in',
    passkeys: 'Passkeys',
    add: 'Add a passkey',
    saved: 'Your passkey is saved.',
    again: 'This device already has a passkey for your account.',
    unused: 'not used yet',
    used: 'last used',
    signOut: 'Sign out',
    byPasskey: 'Sign in with a passkey',
    none: 'We didn’t get a passkey from this device.',
    remove: /^Remove passkey: .*Chrom/,
    removed: 'The passkey no longer signs you in.',
    refused: 'This passkey doesn’t sign you in.',
    subjects: ['A passkey was added to your account', 'A passkey was removed from your account'],
  },
  ru: {
    signIn: 'Войти',
    passkeys: 'Ключи доступа',
    add: 'Добавить ключ доступа',
    saved: 'Ключ доступа сохранён.',
    again: 'На этом устройстве уже есть ключ доступа',
    unused: 'ещё не использовался',
    used: 'последний вход',
    signOut: 'Выйти',
    byPasskey: 'Войти с ключом доступа',
    none: 'Не удалось получить ключ доступа с этого устройства.',
    remove: /^Удалить ключ доступа: .*Chrom/,
    removed: 'Войти с этим ключом доступа больше нельзя.',
    refused: 'Войти с этим ключом доступа не получилось.',
    subjects: ['В личный кабинет добавлен ключ доступа', 'Из личного кабинета удалён ключ доступа'],
  },
} as const

for (const [lang, texts] of Object.entries(TEXTS)) {
  t.test(`a customer signs in with a passkey instead of an email (${lang})`, async (t) => {
    const email = `passkey-${lang}@shopper.example`
    await visit(t, origin, { locale: lang, expected: [/status of 401/] }, async (page) => {
      await withoutSuggestions(page)
      const { cdp, authenticatorId } = await addAuthenticator(page)
      await signInByLink(page, lang, email)
      await page.goto(`/${lang}/account/details`)
      const passkeys = page.getByRole('region', { name: texts.passkeys })
      await passkeys.getByRole('button', { name: texts.add }).click()
      await page.getByText(texts.saved).waitFor()
      await passkeys.getByText(texts.unused).waitFor()
      t.same(await findViolations(page), [])
      await mailServer.waitFor(email, ({ subject }) => subject?.replaceAll('\u00a0', ' ') === texts.subjects[0])
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      t.equal(credentials.length, 1)
      t.equal(credentials[0]?.isResidentCredential, true)

      await passkeys.getByRole('button', { name: texts.add }).click()
      await passkeys.getByText(texts.again).waitFor()

      await page.getByRole('button', { name: texts.signOut, exact: true }).first().click()
      await page.waitForURL(`**/${lang}/account/sign-in`)
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
      await page.getByRole('button', { name: texts.byPasskey }).click()
      await page.getByText(texts.none).waitFor()
      t.same(await findViolations(page), [])
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
      await page.getByRole('button', { name: texts.byPasskey }).click()
      await page.waitForURL(`**/${lang}/account`)
      await page.getByText(email).waitFor()

      await page.goto(`/${lang}/account/details`)
      await passkeys.getByText(texts.used).waitFor()
      await passkeys.getByRole('button', { name: texts.remove }).click()
      await page.getByText(texts.removed).waitFor()
      await mailServer.waitFor(email, ({ subject }) => subject?.replaceAll('\u00a0', ' ') === texts.subjects[1])
      await page.getByRole('button', { name: texts.signOut, exact: true }).first().click()
      await page.waitForURL(`**/${lang}/account/sign-in`)
      await page.getByRole('button', { name: texts.byPasskey }).click()
      await page.getByText(texts.refused).waitFor()
    })
  })
}

t.test('the browser suggests the passkey for the email field', async (t) => {
  await visit(t, origin, async (page) => {
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
    await page.goto('/en/account/sign-in?with=register')
    await hydrated(page)
    t.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
  })
  await visit(t, origin, { javaScriptEnabled: false }, async (page) => {
    await page.goto('/en/account/sign-in')
    t.equal(await page.getByText('Sign in with a passkey').isVisible(), false)
    t.equal(await page.getByText('Sign in with a passkey').boundingBox(), null)
  })
})

t.test('a browser without passkeys, and a shop at an IP address, offer none', async (t) => {
  const plain = await startOwnShop(t)
  await visit(t, origin, async (page) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await page.goto('/en/account/sign-in')
    await hydrated(page)
    t.equal(await page.getByText('Sign in with a passkey').isVisible(), false)
  })
  await visit(t, plain.url, async (page) => {
    await page.goto('/en/account/sign-in')
    await hydrated(page)
    t.equal(await page.getByText('Sign in with a passkey').count(), 0)
  })
})

t.test('only the two pages of the account load the scripts for passkeys, and only to use them', async (t) => {
  await visit(t, origin, async (page) => {
    await withoutSuggestions(page)
    const loaded: string[] = []
    page.on('response', async (response) => {
      const from = page.url()
      if (response.request().resourceType() !== 'script') return
      if (/navigator\.credentials/.test(await response.text().catch(() => ''))) loaded.push(from)
    })
    for (const path of ['/en', '/en/account/sign-in']) {
      await page.goto(path)
      await hydrated(page)
    }
    t.same(loaded, [])
    await addAuthenticator(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('We didn’t get a passkey from this device.').waitFor()
    t.same(loaded, [`${origin}/en/account/sign-in`])
  })
})

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

async function signInByLink(page: Page, lang: string, email: string): Promise<void> {
  const texts = TEXTS[lang as keyof typeof TEXTS]
  await page.request.post('/api/account/sign-in-link', { data: { email }, headers: { 'accept-language': lang } })
  const mail = await mailServer.waitFor(email, ({ text }) => /account\/link/.test(text ?? ''))
  const url = new URL(/\S+\/account\/link\S+/.exec(mail.text ?? '')?.[0] ?? '')
  await page.goto(`/${lang}/account/link${url.search}`)
  await page.getByRole('button', { name: texts.signIn, exact: true }).click()
  await page.waitForURL(`**/${lang}/account`)
}
