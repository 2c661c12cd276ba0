import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { HttpError } from '#server/http/http-error.ts'
import { createSignedCookie } from '#server/http/signed-cookies.ts'
import { cleanUpRegularly } from '#server/infra/cleanup.ts'
import type { Transaction } from '#server/infra/database/database.ts'
import type { Locale } from '#shared/i18n/locale.ts'

import type { SigningIn } from './account.ts'
import type { CustomerBackend, KnownCustomer } from './customer-backend.ts'
import { ACCOUNT_MESSAGES } from './messages.ts'
import {
  deletePasskeys,
  findPasskey,
  forgetOldChallenges,
  insertPasskey,
  listPasskeys,
  takeChallenge,
  usePasskey,
  type PasskeyRow,
} from './passkeys-queries.ts'
import type { SessionRow } from './sessions-queries.ts'

export type Passkeys = ReturnType<typeof createPasskeys>

interface PasskeysParts {
  backend: CustomerBackend
  startSession(visit: SigningIn, customer: KnownCustomer, change: (tx: Transaction) => Promise<void>): Promise<string>
  notify(
    tx: Transaction,
    to: string,
    kind: 'passkey-added' | 'passkey-removed' | 'new-device',
    about: { locale: Locale; device: string },
  ): Promise<void>
  isKnownHere(request: FastifyRequest, email: string): boolean
  deviceOf(request: FastifyRequest): string
}

const CHALLENGE_SECONDS = 300
const HANDLE_BYTES = 32
/** EdDSA, ES256 and RS256, which every supported version of Node.js verifies. */
const ALGORITHMS = [-8, -7, -257]

/** The challenge; while a passkey is being added, also the id of the session and the user handle. */
const challengeCookie = createSignedCookie('passkey_challenge', { seconds: CHALLENGE_SECONDS })

/** The library takes 0.2 s and 26 MB to load, and few visitors use a passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server')

/** Every call that asks the database throws DatabaseDown. */
export function createPasskeys(
  app: FastifyInstance,
  { backend, startSession, notify, isKnownHere, deviceOf }: PasskeysParts,
) {
  const { database } = app
  const notAdded = () => new HttpError(400, { message: ACCOUNT_MESSAGES.passkeyNotAdded })
  const refused = () => new HttpError(401, { message: ACCOUNT_MESSAGES.passkeyRefused })

  cleanUpRegularly(app, 'challenges of passkeys', () => forgetOldChallenges(database))

  function readOrigin(): string | null {
    const { hostname, origin } = new URL(app.shopOrigin())
    return isIP(hostname.replaceAll(/[[\]]/g, '')) ? null : origin
  }

  /** Undefined if passkeys do not work here. */
  function readExpected() {
    const origin = readOrigin()
    return origin === null
      ? undefined
      : {
          expectedOrigin: origin,
          expectedRPID: new URL(origin).hostname,
          requireUserVerification: true,
        }
  }

  /** None if the challenge was answered before. */
  async function takeCookie({ request, reply }: Pick<SigningIn, 'request' | 'reply'>): Promise<string[]> {
    const parts = challengeCookie.read(request)?.split('~') ?? []
    challengeCookie.clear(reply)
    return parts[0] !== undefined && (await takeChallenge(database, parts[0])) ? parts : []
  }

  /** Undefined for a response that the library refuses. */
  async function verify<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      request.log.info({ event: 'customers.passkey_refused', err: error }, 'a passkey was refused')
      return undefined
    }
  }

  return {
    /** Null if the shop has no domain name: WebAuthn takes no IP addresses. */
    origin: readOrigin,
    /** Returns options of `navigator.credentials.create()`; the cookie keeps their challenge. Throws HttpError 400. */
    async startAdding(
      reply: FastifyReply,
      session: SessionRow,
      { id, email, first_name: first, last_name: last }: KnownCustomer,
    ) {
      const expected = readExpected()
      if (!expected) throw notAdded()
      const passkeys = await listPasskeys(database, id)
      const handle = passkeys[0]?.user_handle ?? randomBytes(HANDLE_BYTES).toString('base64url')
      const { generateRegistrationOptions } = await loadWebAuthn()
      const options = await generateRegistrationOptions({
        rpName: app.site.brand,
        rpID: expected.expectedRPID,
        userName: email,
        userDisplayName: [first, last].filter(Boolean).join(' ') || email,
        userID: Uint8Array.from(Buffer.from(handle, 'base64url')),
        timeout: CHALLENGE_SECONDS * 1000,
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
      })
      challengeCookie.set(reply, [options.challenge, session.id, handle].join('~'))
      return options
    },
    /** @throws HttpError 400 if the response does not match the challenge, the session, the origin, or what was asked */
    async add(visit: SigningIn, session: SessionRow, { id, email }: KnownCustomer, response: RegistrationResponseJSON) {
      const [challenge, sessionId, handle] = await takeCookie(visit)
      const expected = readExpected()
      if (!expected || challenge === undefined || handle === undefined || sessionId !== session.id) throw notAdded()
      const { verifyRegistrationResponse } = await loadWebAuthn()
      const result = await verify(visit.request, async () => {
        await refuseCertificates(response)
        return verifyRegistrationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          supportedAlgorithmIDs: ALGORITHMS,
        })
      })
      if (!result?.verified) throw notAdded()
      const { credential } = result.registrationInfo
      const device = deviceOf(visit.request)
      await database.transaction(async (tx) => {
        const isNew = await insertPasskey(tx, {
          credential_id: credential.id,
          customer_id: id,
          user_handle: handle,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: response.response.transports ?? [],
          device,
        })
        if (!isNew) throw notAdded()
        await notify(tx, email, 'passkey-added', { locale: visit.locale, device })
      })
    },
    async remove({ device }: SessionRow, { id: customerId, email }: KnownCustomer, id: string, locale: Locale) {
      await database.transaction(async (tx) => {
        if ((await deletePasskeys(tx, customerId, id)) > 0)
          await notify(tx, email, 'passkey-removed', { locale, device })
      })
    },
    /** Returns the options of `navigator.credentials.get()`; the cookie keeps their challenge. Throws HttpError 401. */
    async startSignIn(reply: FastifyReply) {
      const expected = readExpected()
      if (!expected) throw refused()
      const { generateAuthenticationOptions } = await loadWebAuthn()
      const options = await generateAuthenticationOptions({
        rpID: expected.expectedRPID,
        timeout: CHALLENGE_SECONDS * 1000,
        userVerification: 'required',
      })
      challengeCookie.set(reply, options.challenge)
      return options
    },
    /** Returns what happened to the customer's carts, or ''. Throws HttpError 401 if the passkey is refused. */
    async signIn(visit: SigningIn, response: AuthenticationResponseJSON) {
      const [challenge, sessionId] = await takeCookie(visit)
      const passkey = await findPasskey(database, response.id)
      const expected = readExpected()
      if (!expected || challenge === undefined || sessionId !== undefined || !passkey) throw refused()
      if (response.response.userHandle !== passkey.user_handle) throw refused()
      const { verifyAuthenticationResponse } = await loadWebAuthn()
      const result = await verify(visit.request, () =>
        verifyAuthenticationResponse({
          ...expected,
          response,
          expectedChallenge: challenge,
          credential: toCredential(passkey),
        }),
      )
      if (!result?.verified) throw refused()
      const customer = await backend.find(passkey.customer_id)
      if (!customer) {
        await deletePasskeys(database, passkey.customer_id)
        throw refused()
      }
      return startSession(visit, customer, async (tx) => {
        if (!(await usePasskey(tx, passkey.id, result.authenticationInfo.newCounter))) throw refused()
        if (!isKnownHere(visit.request, customer.email))
          await notify(tx, customer.email, 'new-device', { locale: visit.locale, device: deviceOf(visit.request) })
      })
    },
  }
}

/** The shop asks for no attestation. The library would download what its certificates name, from any issuer. */
async function refuseCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  if (format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))) return
  throw new Error(`an attestation of the format ${format} was not asked for`)
}

function toCredential({ credential_id: id, public_key: publicKey, counter, transports }: PasskeyRow) {
  return { id, publicKey: Uint8Array.from(publicKey), counter, transports }
}
