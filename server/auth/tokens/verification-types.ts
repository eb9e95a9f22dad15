import type { LinkPurpose } from '../../emails/email-kinds.ts'

/**
 * The purposes that each GoTrue type may consume. A magic link that creates an account has the purpose `signup`, so
 * both types accept it.
 */
const purposes = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink', 'signup'],
  recovery: ['recovery'],
  email: ['signup', 'magiclink'],
  email_change: ['email_change_current', 'email_change_new'],
} as const satisfies Record<string, readonly LinkPurpose[]>

/** @returns null for an unknown type */
export const purposesOf = (type: string): LinkPurpose[] | null => (isType(type) ? [...purposes[type]] : null)

const isType = (type: string): type is keyof typeof purposes => Object.hasOwn(purposes, type)
