import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

/**
 * The parameters that every authenticator app supports (RFC 6238), as in GoTrue. One step of clock skew to either side.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
const toleranceSteps = 1

/** 160 random bits in base32, as RFC 4226 recommends. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` URI of the QR code. A colon separates issuer and label, so the issuer must not contain one. */
export const totpUri = ({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string =>
  new TOTP({
    ...settings,
    issuer: issuer.replaceAll(':', ' ').trim(),
    label,
    secret: Secret.fromBase32(secret),
  }).toString()

/** An SVG without `#`: the official client appends it unencoded to a `data:` URL. */
export const qrCode = (text: string): string => renderSVG(text, { border: 4, ecc: 'M' })

interface TotpAttempt {
  secret: string
  code: string
  now: Date
  /** The step of the last accepted code; it and all earlier steps are refused (RFC 6238, section 5.2). */
  lastStep: number | null
}

/** The time step of this code; null if the code is not acceptable now. */
export function acceptedStep({ secret, code, now, lastStep }: TotpAttempt): number | null {
  // Six characters beyond ASCII have more bytes than a code, which otpauth cannot compare.
  if (!/^[0-9]{6}$/.test(code)) return null
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const timestamp = now.getTime()
  const distance = totp.validate({ token: code, timestamp, window: toleranceSteps })
  if (distance === null) return null
  const step = totp.counter({ timestamp }) + distance
  return lastStep !== null && step <= lastStep ? null : step
}
