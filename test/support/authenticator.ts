import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** What an authenticator does wrong. */
export interface Faults {
  /** The origin of the page that it answers. */
  origin?: string
  /** The challenge that it answers. */
  challenge?: string
  /** False if the code of the device was not entered. */
  isVerified?: boolean
  /** The sign count that it reports. */
  counter?: number
}

/** An authenticator with one passkey, as WebAuthn describes it in JSON. */
export interface Authenticator {
  create(options: PublicKeyCredentialCreationOptionsJSON, faults?: Faults): RegistrationResponseJSON
  get(options: PublicKeyCredentialRequestOptionsJSON, faults?: Faults): AuthenticationResponseJSON
  /** The random id of the account, which the shop has given to the passkey. */
  userHandle(): string
}

/** @param origin of the shop */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let userHandle = randomBytes(32).toString('base64url')
  let count = 0

  /** Flags: user present 1, user verified 4, attested credential data 64. */
  function authenticatorData(rpId: string, { isVerified = true, counter = count }: Faults, attested?: Buffer): Buffer {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(1 + (isVerified ? 4 : 0) + (attested ? 64 : 0))
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), rest, attested ?? Buffer.alloc(0)])
  }

  function clientData(type: string, challenge: string, faults: Faults): Buffer {
    const data = { type, challenge: faults.challenge ?? challenge, origin: faults.origin ?? origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }

  return {
    create({ challenge, rp, user }, faults = {}) {
      userHandle = user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      // COSE: an elliptic curve key for ES256 on P-256.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)])
      const data = authenticatorData(rp.id ?? '', faults, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(data)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, faults).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId = '' }, faults = {}) {
      count += 1
      const data = authenticatorData(rpId, faults)
      const client = clientData('webauthn.get', challenge, faults)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
    userHandle: () => userHandle,
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
