import type { LinkPurpose } from '../../emails/kinds.ts'

/** What each type of the protocol may use up. A sign-in by e-mail that makes an account is a sign-up, whatever the client calls it. */
const purposes = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink', 'signup'],
  recovery: ['recovery'],
  email: ['signup', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly LinkPurpose[]>

/** @returns null where the protocol has no such type for e-mails */
export const purposesOf = (type: string): LinkPurpose[] | null => (isType(type) ? [...purposes[type]] : null)

const isType = (type: string): type is keyof typeof purposes => Object.hasOwn(purposes, type)
