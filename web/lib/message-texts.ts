import { t } from '../texts/translate.ts'
import { safeText } from './safe-text.ts'

/** Subject of a message for display; the text is untrusted. */
export const subjectText = (subject: string | null): string => safeText(subject ?? '') || t('No subject')

interface Sender {
  from_name: string | null
  from_address: string | null
}

/** Sender of a message for display; the text is untrusted. */
export const senderText = ({ from_name, from_address }: Sender, fallback = t('Unknown sender')): string =>
  safeText(from_name || from_address || '') || fallback
