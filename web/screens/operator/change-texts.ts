import { text } from '../../texts/translate.ts'

export type Change = 'disable' | 'enable' | 'make-operator' | 'remove-operator' | 'delete'

interface ChangeTexts {
  /** Of the question before it; `enable` is done without. */
  title: string
  description: string
  label: string
  isDangerous: boolean
  done: string
  failed: string
}

export const changeTexts: Record<Change, ChangeTexts> = {
  disable: {
    title: text('Disable {email}?'),
    description: text(
      'All its sessions end, and sign-ins are refused until you enable it again. Its data stays, and its mailboxes ' +
        'are still sorted.',
    ),
    label: text('Disable'),
    isDangerous: true,
    done: text('{email} is disabled'),
    failed: text('Failed to disable the account'),
  },
  enable: {
    title: text('Enable {email}?'),
    description: text('Its user may sign in again.'),
    label: text('Enable'),
    isDangerous: false,
    done: text('{email} may sign in again'),
    failed: text('Failed to enable the account'),
  },
  'make-operator': {
    title: text('Make {email} an operator?'),
    description: text(
      'Operators see this page: they manage all accounts, stop sorting, and get an email when the server needs ' +
        'attention. They do not see the email of others.',
    ),
    label: text('Make Operator'),
    isDangerous: false,
    done: text('{email} is an operator'),
    failed: text('Failed to make the account an operator'),
  },
  'remove-operator': {
    title: text('Remove {email} as operator?'),
    description: text('The account stays. It no longer sees this page, and gets no more alerts.'),
    label: text('Remove as Operator'),
    isDangerous: true,
    done: text('{email} is no operator any more'),
    failed: text('Failed to remove the operator'),
  },
  delete: {
    title: text('Delete {email}?'),
    description: text(
      'The account and everything that is stored about it are deleted permanently, and its mailboxes are ' +
        'disconnected. The emails stay in the mailboxes.',
    ),
    label: text('Delete Account'),
    isDangerous: true,
    done: text('{email} is deleted'),
    failed: text('Failed to delete the account'),
  },
}
