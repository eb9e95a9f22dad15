import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/** What every authenticator app understands (RFC 6238): the protocol's choice. One step to either side for clocks that are off. */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
const window = 1

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` address that an app reads from the QR code. A colon stands between issuer and label, so neither may have one. */
export const totpUri = ({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string =>
  new TOTP({
    ...settings,
    issuer: issuer.replaceAll(':', ' ').trim(),
    label,
    secret: Secret.fromBase32(secret),
  }).toString()

/** An SVG without `#`: the official client puts it behind `data:…,` as it is. */
export const qrCode = (text: string): string => renderSVG(text, { border: 4, ecc: 'M' })

interface Try {
  secret: string
  code: string
  now: Date
  /** The step of the last code that was accepted; that one and all before it are used up (RFC 6238 §5.2). */
  lastStep: number | null
}

/** The step that this code belongs to; null where it is of none that may be used now. */
export function acceptedStep({ secret, code, now, lastStep }: Try): number | null {
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const distance = totp.validate({ token: code, timestamp, window })
  if (distance === null) return null
  const step = totp.counter({ timestamp }) + distance
  return lastStep !== null && step <= lastStep ? null : step
}
