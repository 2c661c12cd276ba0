import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import t from 'tap'

import { signCookie } from '#server/http/signed-cookies.ts'
import { createAuthenticator, type Authenticator, type Faults } from '#test/support/authenticator.ts'
import { openMailServer } from '#test/support/mail-server.ts'
import { makeLink } from '#test/support/sign-in.ts'
import { startOwnShop } from '#test/support/test-shop.ts'

import { TestShopper } from '../shop-server.ts'

const ORIGIN = 'https://shop.example'
const COOKIE = '__Host-passkey_challenge'

const mailServer = await openMailServer(t)
const { app, commerce } = await startOwnShop(t, {
  env: { PUBLIC_URL: ORIGIN, ...mailServer.env },
})

interface Answer {
  message?: string
  customer?: { email: string }
  passkeys?: { id: string; device: string; used_at: string | null }[]
}
type New = { options: PublicKeyCredentialCreationOptionsJSON }
type Known = { options: PublicKeyCredentialRequestOptionsJSON }

const NOT_ADDED = { status: 400, body: { message: 'This passkey couldn’t be added. Please try again.' } }
const REFUSED = {
  status: 401,
  body: { message: 'This passkey doesn’t sign you in. Please try again, or let us email you a link.' },
}

async function call<Body = Answer>(shopper: TestShopper, path: string, body?: object) {
  return shopper.call<Body>(body ? 'POST' : 'GET', `/api/account/${path}`, body, { 'user-agent': FIREFOX })
}
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function signInByLink(email: string): Promise<TestShopper> {
  const shopper = new TestShopper(app)
  const { status } = await call(shopper, 'sign-in-link/use', { token: await makeLink(app, { email }), email })
  t.equal(status, 200)
  return shopper
}

async function add(shopper: TestShopper, authenticator: Authenticator, faults: Faults = {}) {
  const { body } = await call<New>(shopper, 'passkeys/options', {})
  return call(shopper, 'passkeys', { response: authenticator.create(body.options, faults) })
}

async function withPasskey(email: string): Promise<{ shopper: TestShopper; authenticator: Authenticator }> {
  const shopper = await signInByLink(email)
  const authenticator = createAuthenticator(ORIGIN)
  t.equal((await add(shopper, authenticator)).status, 200)
  return { shopper, authenticator }
}

async function signIn(shopper: TestShopper, authenticator: Authenticator, faults: Faults = {}) {
  const { body } = await call<Known>(shopper, 'passkeys/sign-in/options', {})
  return call(shopper, 'passkeys/sign-in', { response: authenticator.get(body.options, faults) })
}

t.test('a customer adds a passkey, signs in with it elsewhere, and is told of both', async (t) => {
  const email = 'ada@shopper.example'
  const { shopper, authenticator } = await withPasskey(email)
  const notice = await mailServer.waitFor(email, ({ subject }) => subject === 'A passkey was added to your account')
  t.match(notice.text, /Firefox, Linux/)
  t.match((await call(shopper, 'passkeys')).body.passkeys, [{ device: 'Firefox, Linux', used_at: null }])

  const elsewhere = new TestShopper(app)
  t.match(await signIn(elsewhere, authenticator), { status: 200, body: { done: true } })
  t.match((await call(elsewhere, 'me')).body, { customer: { email } })
  await mailServer.waitFor(email, ({ subject }) => subject === 'New sign-in to your account')
  t.type((await call(shopper, 'passkeys')).body.passkeys?.[0]?.used_at, 'string')

  const session = elsewhere.cookies.get('__Host-customer')
  t.equal((await signIn(elsewhere, authenticator)).status, 200)
  t.not(elsewhere.cookies.get('__Host-customer'), session, 'each sign-in starts a session with another token')
  const stolen = new TestShopper(app)
  stolen.cookies.set('__Host-customer', session ?? '')
  t.equal((await call(stolen, 'me')).status, 401)
})

t.test('a passkey knows the account by a random id', async (t) => {
  const { shopper, authenticator } = await withPasskey('random@shopper.example')
  const { body } = await call<New>(shopper, 'passkeys/options', {})
  t.match(body.options, {
    rp: { id: 'shop.example', name: 'Lumenite' },
    user: { name: 'random@shopper.example', id: authenticator.userHandle() },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const handle = Buffer.from(authenticator.userHandle(), 'base64url')
  t.equal(handle.length, 32)
  t.notMatch(handle.toString('latin1'), /cus_|random/)
  t.equal(body.options.excludeCredentials?.length, 1, 'the device does not add a second one')
  t.match(await call(new TestShopper(app), 'passkeys/options', {}), { status: 401 })
})

for (const [name, faults] of [
  ['another challenge', { challenge: 'b3RoZXI' }],
  ['the page of another origin', { origin: 'https://shop.example.evil.example' }],
  ['a person who was not verified', { isVerified: false }],
] as const) {
  t.test(`a passkey that answers ${name} is refused in one sentence`, async (t) => {
    const { shopper, authenticator } = await withPasskey(
      `${Object.keys(faults).join('').toLowerCase()}@shopper.example`,
    )
    t.match(await signIn(new TestShopper(app), authenticator, faults), REFUSED)
    t.match(await add(shopper, createAuthenticator(ORIGIN), faults), NOT_ADDED)
    t.equal((await signIn(new TestShopper(app), authenticator)).status, 200, 'it works when it does it right')
  })
}

t.test('a passkey whose certificate names a web address is refused, and the shop asks nothing of it', async (t) => {
  const shopper = await signInByLink('certificates@shopper.example')
  const faults = { revocations: 'http://storage.example/internal' }
  t.match(await add(shopper, createAuthenticator(ORIGIN), faults), NOT_ADDED)
  t.equal((await add(shopper, createAuthenticator(ORIGIN))).status, 200)
})

t.test('an unknown browser is called so, whatever it calls itself', async (t) => {
  const email = 'named@shopper.example'
  const { authenticator } = await withPasskey(email)
  const shopper = new TestShopper(app)
  const headers = { 'user-agent': 'This was you. Nothing to do/1.0 (see https://evil.example)' }
  const { body } = await call<Known>(shopper, 'passkeys/sign-in/options', {})
  const response = authenticator.get(body.options)
  t.equal((await shopper.call('POST', '/api/account/passkeys/sign-in', { response }, headers)).status, 200)
  const warning = await mailServer.waitFor(email, ({ subject }) => subject === 'New sign-in to your account')
  t.match(warning.text, /, an unknown browser/)
  t.notMatch(warning.text, /This was you\. Nothing|evil/)
})

t.test('the sentence is in the language of the page', async (t) => {
  const body = { response: stale(createAuthenticator(ORIGIN)), lang: 'ru' }
  t.match((await call(new TestShopper(app), 'passkeys/sign-in', body)).body.message, /^Войти/)
})

t.test('a recorded answer is worth nothing the second time', async (t) => {
  const { shopper: owner, authenticator } = await withPasskey('replay@shopper.example')
  const shopper = new TestShopper(app)
  const { body } = await call<Known>(shopper, 'passkeys/sign-in/options', {})
  const cookie = shopper.cookies.get(COOKIE) ?? ''
  const response = authenticator.get(body.options)
  const attempt = async () => {
    const thief = new TestShopper(app)
    thief.cookies.set(COOKIE, cookie)
    return (await call(thief, 'passkeys/sign-in', { response })).status
  }
  t.same((await Promise.all([attempt(), attempt()])).toSorted(), [200, 401])
  t.equal(await attempt(), 401)

  const added = await call<New>(owner, 'passkeys/options', {})
  const again = owner.cookies.get(COOKIE) ?? ''
  const created = createAuthenticator(ORIGIN).create(added.body.options)
  t.equal((await call(owner, 'passkeys', { response: created })).status, 200)
  owner.cookies.set(COOKIE, again)
  t.match(
    await call(owner, 'passkeys', { response: createAuthenticator(ORIGIN).create(added.body.options) }),
    NOT_ADDED,
  )
})

t.test('a challenge is valid for five minutes, and only for what it was asked for', async (t) => {
  const { shopper: owner, authenticator } = await withPasskey('late@shopper.example')
  const answerAfter = async (seconds: number): Promise<number> => {
    const shopper = new TestShopper(app)
    const { body } = await call<Known>(shopper, 'passkeys/sign-in/options', {})
    const asked = Date.now() - seconds * 1000
    shopper.cookies.set(COOKIE, signCookie(app.cookieKey, COOKIE, body.options.challenge, asked))
    return (await call(shopper, 'passkeys/sign-in', { response: authenticator.get(body.options) })).status
  }
  t.equal(await answerAfter(290), 200)
  t.equal(await answerAfter(310), 401)

  const { body } = await call<New>(owner, 'passkeys/options', {})
  const { challenge } = body.options
  const response = authenticator.get({ challenge, rpId: 'shop.example' })
  t.match(await call(owner, 'passkeys/sign-in', { response }), REFUSED)
})

t.test('a passkey is added only to the account that asked for it', async (t) => {
  const first = await signInByLink('first@shopper.example')
  const second = await signInByLink('second@shopper.example')
  const { body } = await call<New>(first, 'passkeys/options', {})
  second.cookies.set(COOKIE, first.cookies.get(COOKIE) ?? '')
  const response = createAuthenticator(ORIGIN).create(body.options)
  t.match(await call(second, 'passkeys', { response }), NOT_ADDED)
  const shown = { username: 'first@shopper.example' }
  t.match(await call(second, 'passkeys/options', shown), { status: 409, body: { message: /another account/ } })
})

t.test('a passkey that was copied is refused, because its count is not the newest', async (t) => {
  const { authenticator } = await withPasskey('copied@shopper.example')
  t.equal((await signIn(new TestShopper(app), authenticator, { counter: 5 })).status, 200)
  for (const counter of [5, 4, 0])
    t.match(await signIn(new TestShopper(app), authenticator, { counter }), REFUSED, `${counter}`)
  t.equal((await signIn(new TestShopper(app), authenticator, { counter: 6 })).status, 200)
})

t.test('a passkey without a count, as phones synchronize it, signs in again and again', async (t) => {
  const { authenticator } = await withPasskey('synced@shopper.example')
  for (const time of ['first', 'second'])
    t.equal((await signIn(new TestShopper(app), authenticator, { counter: 0 })).status, 200, time)
})

t.test('a removed passkey and one of a deleted customer are as unknown as any other', async (t) => {
  t.match(await signIn(new TestShopper(app), createAuthenticator(ORIGIN)), REFUSED)

  const email = 'remover@shopper.example'
  const { shopper, authenticator } = await withPasskey(email)
  const [passkey] = (await call(shopper, 'passkeys')).body.passkeys ?? []
  const stranger = await signInByLink('stranger@shopper.example')
  await call(stranger, 'passkeys/remove', { id: passkey?.id })
  t.equal((await signIn(new TestShopper(app), authenticator)).status, 200, 'a stranger removes nothing')
  t.match(await call(shopper, 'passkeys/remove', { id: passkey?.id }), { status: 200 })
  await mailServer.waitFor(email, ({ subject }) => subject === 'A passkey was removed from your account')
  t.match(await signIn(new TestShopper(app), authenticator), REFUSED)

  const deleted = await withPasskey('deleted@shopper.example')
  const { customers } = await commerce.admin<{ customers: { id: string }[] }>(
    '/admin/customers?email=deleted@shopper.example',
  )
  await commerce.admin(`/admin/customers/${customers[0]?.id}`, { method: 'DELETE' })
  t.match(await signIn(new TestShopper(app), deleted.authenticator), REFUSED)
  const again = await signInByLink('deleted@shopper.example')
  t.same((await call(again, 'passkeys')).body.passkeys, [])
})

t.test('a visitor who tries too many passkeys has to wait', async (t) => {
  const visitor = new TestShopper(app)
  const statuses: number[] = []
  for (let time = 0; time < 61; time += 1) statuses.push((await signIn(visitor, createAuthenticator(ORIGIN))).status)
  t.same(new Set(statuses), new Set([401, 429]))
  t.equal(statuses.indexOf(429), 60)
})

function stale(authenticator: Authenticator) {
  return authenticator.get({ challenge: 'b3RoZXI', rpId: 'shop.example' })
}
