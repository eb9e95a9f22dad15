import { t } from '../texts/translate.ts'
import { formatNumber } from './format.ts'

/** Of a file. */
export const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? t('{size} kB', { size: formatNumber(Math.ceil(bytes / 1000)) })
    : t('{size} MB', { size: formatNumber(Math.round(bytes / 100_000) / 10) })
