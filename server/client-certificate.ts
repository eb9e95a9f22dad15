import { createHash, createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'

/** A certificate with its private key, by which this server proves its identity as an OAuth client (RFC 7523). */
export interface ClientCertificate {
  privateKey: KeyObject
  /** SHA-256 of the DER form in base64url, as in the JWS header `x5t#S256` (RFC 7515, 4.1.8). */
  thumbprint: string
  validTo: Date
}

/** @param text PEM of certificate and private key, or the base64 of that; null where it is neither */
export function parseClientCertificate(text: string): ClientCertificate | null {
  const pem = text.includes('-----BEGIN') ? text.replaceAll('\\n', '\n') : Buffer.from(text, 'base64').toString('utf8')
  try {
    const certificate = new X509Certificate(pem)
    const privateKey = createPrivateKey(pem)
    if (privateKey.asymmetricKeyType !== 'rsa' || !certificate.checkPrivateKey(privateKey)) return null
    const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url')
    return { privateKey, thumbprint, validTo: certificate.validToDate }
  } catch {
    return null
  }
}
