import {
  type ConditionKind,
  conditionValue,
  type FolderCondition,
} from '../../../../contract/functions/folder-conditions.ts'
import { t, text } from '../../../texts/translate.ts'

const fromAddress = text('is from this address')
const fromDomain = text('is from this domain')

export const conditionKinds: readonly { value: ConditionKind; label: string; example: string; error: string }[] = [
  {
    value: 'address',
    label: fromAddress,
    example: 'anna@example.com',
    error: text('Please enter an email address, like anna@example.com.'),
  },
  {
    value: 'domain',
    label: fromDomain,
    example: 'example.com',
    error: text('Please enter a domain, like example.com.'),
  },
  {
    value: 'list',
    label: text('is from this mailing list'),
    example: 'news.example.com',
    error: text('Please enter the id of a mailing list, from the List-Id of its emails.'),
  },
  {
    value: 'subject',
    label: text('has these words in its subject'),
    example: text('invoice march'),
    error: text('Please enter at least one word.'),
  },
]

/** Error message for a text that is not valid for its kind; suggests the right kind. */
export function conditionErrorText(kind: ConditionKind, typed: string): string | undefined {
  if (kind === 'address' && conditionValue('domain', typed) !== null)
    return t('This is a domain. Choose “{kind}”, or enter an email address, like anna@example.com.', {
      kind: t(fromDomain),
    })
  if (kind === 'domain' && conditionValue('address', typed) !== null)
    return t('This is an email address. Choose “{kind}”, or enter a domain, like example.com.', {
      kind: t(fromAddress),
    })
  const error = conditionKinds.find(({ value }) => value === kind)?.error
  return error && t(error)
}

const texts: Record<ConditionKind, string> = {
  address: text('From {value}'),
  domain: text('From anyone at {value}'),
  list: text('Of the list {value}'),
  subject: text('“{value}” in the subject'),
}

export const conditionText = ({ kind, value }: Pick<FolderCondition, 'kind' | 'value'>): string =>
  t(texts[kind], { value })
