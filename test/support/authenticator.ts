import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isoCBOR } from '@simplewebauthn/server/helpers'

export interface Faults {
  origin?: string
  challenge?: string
  /** False if the code of the device was not entered. */
  isVerified?: boolean
  counter?: number
  revocations?: string
}

export type Authenticator = ReturnType<typeof createAuthenticator>

export function createAuthenticator(origin: string) {
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
    create(
      { challenge, rp, user }: PublicKeyCredentialCreationOptionsJSON,
      faults: Faults = {},
    ): RegistrationResponseJSON {
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
      const client = clientData('webauthn.create', challenge, faults)
      const certificates =
        faults.revocations === undefined
          ? undefined
          : androidCertificates(publicKey, sha256(client), faults.revocations)
      const attestation = new Map<string, unknown>([
        ['fmt', certificates ? 'android-key' : 'none'],
        [
          'attStmt',
          new Map<string, unknown>(
            certificates
              ? [
                  ['alg', -7],
                  ['sig', new Uint8Array(64)],
                  ['x5c', certificates],
                ]
              : [],
          ),
        ],
        ['authData', Uint8Array.from(data)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get(
      { challenge, rpId = '' }: PublicKeyCredentialRequestOptionsJSON,
      faults: Faults = {},
    ): AuthenticationResponseJSON {
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

/** DER, with lengths below 65,536. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const header = content.length < 128 ? length.subarray(3) : Buffer.from([0x82, ...length.subarray(2)])
  return Buffer.concat([Buffer.from([tag]), header, content])
}

/**
 * Returns the certificate of a key and that of its made-up issuer.
 * @param challenge the hash of the client data
 * @param revocations URL of the list that the certificate names
 */
function androidCertificates(publicKey: KeyObject, challenge: Buffer, revocations: string): Uint8Array[] {
  const issuer = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const object = (hex: string) => der(6, Buffer.from(hex, 'hex'))
  const text = (tag: number, content: string) => der(tag, Buffer.from(content))
  const integer = (tag: number, value: number) => der(tag, Buffer.from([value]))
  const nameOf = (name: string) => der(0x30, der(0x31, der(0x30, object('550403'), text(12, name))))
  const ecdsaWithSha256 = der(0x30, object('2a8648ce3d040302'))
  const certify = (name: string, key: KeyObject, extensions: [hex: string, value: Buffer][]) => {
    const facts = der(
      0x30,
      der(0xa0, integer(2, 2)),
      integer(2, 1),
      ecdsaWithSha256,
      nameOf('issuer'),
      der(0x30, text(23, '200101000000Z'), text(23, '491231235959Z')),
      nameOf(name),
      key.export({ type: 'spki', format: 'der' }),
      der(0xa3, der(0x30, ...extensions.map(([hex, value]) => der(0x30, object(hex), der(4, value))))),
    )
    const signature = Buffer.concat([Buffer.alloc(1), sign('sha256', facts, issuer.privateKey)])
    return Uint8Array.from(der(0x30, facts, ecdsaWithSha256, der(3, signature)))
  }
  const level = [integer(2, 3), integer(10, 0)]
  const description = der(0x30, ...level, ...level, der(4, challenge), der(4), der(0x30), der(0x30))
  const lists = der(0x30, der(0x30, der(0xa0, der(0xa0, text(0x86, revocations)))))
  return [
    certify('passkey', publicKey, [
      ['2b06010401d679020111', description],
      ['551d1f', lists],
    ]),
    certify('issuer', issuer.publicKey, [['551d13', der(0x30, der(1, Buffer.from([255])))]]),
  ]
}
