import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** The subset of CBOR (RFC 8949) that a passkey's key and attestation need. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, item]) => [cbor(key), isEncodable(item) ? cbor(item) : head(5, 0)])
  return Buffer.concat([head(5, value.size), ...entries])
}
const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
const isEncodable = (item: unknown): item is number | string | Buffer =>
  typeof item === 'number' || typeof item === 'string' || Buffer.isBuffer(item)

interface Site {
  origin: string
  rpId: string
}

/** A minimal software authenticator for this site: ES256, no attestation. Set `signCount` to simulate a cloned one. */
export function softwarePasskey(site: Site, { verifiesUser = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const coseKey = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const state = { signCount: 0 }
  const authenticatorData = (registered: Buffer): Buffer => {
    const flags = 0x01 | (verifiesUser ? 0x04 : 0) | (registered.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(state.signCount)
    return Buffer.concat([sha256(site.rpId), Buffer.from([flags]), count, registered])
  }
  const clientData = (type: string, challenge: ArrayBuffer | string): Buffer => {
    const encodedChallenge = typeof challenge === 'string' ? challenge : base64url(new Uint8Array(challenge))
    return Buffer.from(JSON.stringify({ type, challenge: encodedChallenge, origin: site.origin, crossOrigin: false }))
  }
  const credential = (response: Record<string, unknown>) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: { credProps: { rk: true } },
    response,
  })
  return {
    id: base64url(id),
    state,
    /** Like `navigator.credentials.create`, in WebAuthn's JSON format. */
    create(challenge: ArrayBuffer | string) {
      const length = Buffer.from([0, id.length])
      const authData = authenticatorData(Buffer.concat([Buffer.alloc(16), length, id, cbor(coseKey)]))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', null],
        ['authData', authData],
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', challenge))
      return credential({ clientDataJSON, attestationObject: base64url(cbor(attestation)), transports: ['internal'] })
    },
    /** Like `navigator.credentials.get`. */
    get(challenge: ArrayBuffer | string) {
      state.signCount += 1
      const authData = authenticatorData(Buffer.alloc(0))
      const data = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return credential({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: base64url('somebody'),
      })
    },
  }
}
