import { t } from '../../texts/translate.ts'

/** The order matters: many user agents also contain the names of other browsers. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Readable name of a user agent, e.g. "Chrome on Windows". */
export function deviceName(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = nameIn(browsers, text)
  const system = nameIn(systems, text)
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? (system ? t('A browser on {system}', { system }) : t('Unknown device'))
}

/** Selects the device icon. */
export const isHandheld = (userAgent: string | null): boolean =>
  /\biPhone\b|\bAndroid\b|\bMobile\b/.test(userAgent ?? '')
