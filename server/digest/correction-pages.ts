import type { ErrorCode } from '../../contract/errors.ts'
import type { Page } from '../http/links/link-routes.ts'
import type { LinkedEmail } from './correction-queries.ts'
import type { Correction } from './digest-links.ts'
import { untrustedLine } from './untrusted-line.ts'

export interface FoundLink {
  link: Correction
  email: LinkedEmail
  isExpired: boolean
}

const correctElsewhere = 'To move the email elsewhere, sign in and open the history.' as const

export const unknownLinkPage = {
  heading: 'This link does not work',
  text: 'It is incomplete or too old, so nothing was changed.',
  aside: correctElsewhere,
} as const satisfies Page

/** Asks, or says why the link does nothing any more. */
export function questionPage(found: FoundLink): Page {
  const { link, email, isExpired } = found
  const values = valuesOf(found)
  if (email.isUsed)
    return {
      heading: 'This link was used already',
      text: 'It works once. The history says where “{subject}” is now.',
      aside: correctElsewhere,
      values,
    }
  if (isExpired)
    return {
      heading: 'This link has expired',
      text: 'It worked for seven days. Nothing was changed.',
      aside: correctElsewhere,
    }
  if (!email.isThere) return elsewherePage(found)
  const aside = 'Not what you want? Close this page: nothing happens until you press the button.'
  if (link.effect === 'file')
    return {
      heading: 'File the email?',
      text: '“{subject}” is filed in {folder}, and {product} learns from it.',
      button: 'File it',
      aside,
      values,
    }
  return email.isTagged
    ? {
        heading: 'Take the tag off?',
        text: '“{subject}” stays in your inbox without the tag {folder}, and {product} learns from it.',
        button: 'Take it off',
        aside,
        values,
      }
    : {
        heading: 'Put the email back?',
        text: '“{subject}” goes from {folder} back into your inbox, and {product} learns from it.',
        button: 'Put it back',
        aside,
        values,
      }
}

export function movedPage(found: FoundLink, outcome: 'done' | 'waiting'): Page {
  const values = valuesOf(found)
  const aside = 'You can close this page. The history can undo this.'
  if (outcome === 'waiting')
    return {
      heading: 'The email is moved soon',
      text: 'The mailbox does not respond right now. “{subject}” is moved as soon as it does.',
      aside,
      values,
    }
  if (found.link.effect === 'file')
    return { heading: 'The email is filed', text: '“{subject}” is filed in {folder} now.', aside, values }
  return found.email.isTagged
    ? { heading: 'The tag is off', text: '“{subject}” is in your inbox without it.', aside, values }
    : { heading: 'The email is back', text: '“{subject}” is in your inbox again.', aside, values }
}

/** @param code of the error that `requestMove` or the mailbox has thrown */
export function refusedPage(found: FoundLink, code: ErrorCode): Page {
  const values = valuesOf(found)
  switch (code) {
    case 'mail_gone':
      return elsewherePage(found)
    case 'mail_in_progress':
      return {
        heading: 'The email is being moved right now',
        text: 'Open the link again in a moment.',
        aside: correctElsewhere,
      }
    case 'folder_gone':
    case 'folder_not_found':
    case 'folder_not_in_outlook':
      return {
        heading: 'The folder is not there any more',
        text: '“{subject}” stays where it is.',
        aside: correctElsewhere,
        values,
      }
    case 'mailbox_reauth_required':
    case 'admin_approval_required':
      return {
        heading: 'The mailbox needs a new sign-in',
        text: 'Nothing was changed. Sign in, reconnect the mailbox, and open the link again.',
        aside: correctElsewhere,
      }
    default:
      return {
        heading: 'That did not work',
        text: 'The mailbox refused this, and nothing was changed. Please open the link again later.',
        aside: correctElsewhere,
      }
  }
}

const elsewherePage = (found: FoundLink): Page => ({
  heading: 'The email is not there any more',
  text: '“{subject}” was moved or deleted since the digest, so nothing was changed.',
  aside: correctElsewhere,
  values: valuesOf(found),
})

/** The isolates (U+2068, U+2069) keep text in a right-to-left script from reordering the sentence. */
const valuesOf = ({ email: { subject, folder } }: FoundLink) => ({
  subject: `\u2068${untrustedLine(subject ?? '') || '…'}\u2069`,
  folder: `\u2068${untrustedLine(folder)}\u2069`,
})
