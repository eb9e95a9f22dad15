import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

/** DER (X.690): tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const nothing = der(0x05)
const commonNameId = Buffer.from('0603550403', 'hex')
const subjectAltNameId = Buffer.from('0603551d11', 'hex')
const sha256WithRsa = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), nothing)

function generalizedTime(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`))
}

/** The names of a server (RFC 5280, 4.2.1.6): host names, and IPv4 addresses. */
function subjectAlternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  )
  return der(0xa3, sequence(sequence(subjectAltNameId, der(0x04, sequence(...names)))))
}

/**
 * A self-signed X.509 certificate (RFC 5280, 4.1) with a new RSA key, which an app registration at Entra accepts.
 * @param hosts of a server with this certificate
 * @returns PEM: the certificate is public, the private key is a secret
 */
export function createSelfSignedCertificate(name: string, validFrom: Date, validTo: Date, hosts: string[] = []) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const subject = sequence(der(0x31, sequence(commonNameId, der(0x0c, Buffer.from(name)))))
  const serial = randomBytes(16)
  // Positive and without leading zeros.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    sha256WithRsa,
    subject,
    sequence(generalizedTime(validFrom), generalizedTime(validTo)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(hosts.length > 0 ? [subjectAlternativeNames(hosts)] : []),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n').trimEnd()
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}
