import {
  type ConditionKind,
  conditionValue,
  type FolderCondition,
} from '../../../../contract/functions/folder-conditions.ts'

const fromAddress = 'From this address'
const fromDomain = 'From this domain'

export const conditionKinds: readonly { value: ConditionKind; label: string; example: string; error: string }[] = [
  {
    value: 'address',
    label: fromAddress,
    example: 'anna@example.com',
    error: 'Please enter an e-mail address, like anna@example.com.',
  },
  {
    value: 'domain',
    label: fromDomain,
    example: 'example.com',
    error: 'Please enter a domain, like example.com.',
  },
  {
    value: 'list',
    label: 'Of this mailing list',
    example: 'news.example.com',
    error: 'Please enter the id of a list, as its emails carry it in List-Id.',
  },
  {
    value: 'subject',
    label: 'With these words in the subject',
    example: 'invoice march',
    error: 'Please enter at least one word.',
  },
]

/** Error message for a text that is not valid for its kind; suggests the right kind. */
export function conditionErrorText(kind: ConditionKind, typed: string): string | undefined {
  if (kind === 'address' && conditionValue('domain', typed) !== null)
    return `This is a domain. Choose “${fromDomain}”, or enter an e-mail address, like anna@example.com.`
  if (kind === 'domain' && conditionValue('address', typed) !== null)
    return `This is an e-mail address. Choose “${fromAddress}”, or enter a domain, like example.com.`
  return conditionKinds.find(({ value }) => value === kind)?.error
}

const texts: Record<ConditionKind, (value: string) => string> = {
  address: (value) => `From ${value}`,
  domain: (value) => `From anybody at ${value}`,
  list: (value) => `Of the list ${value}`,
  subject: (value) => `“${value}” in the subject`,
}

export const conditionText = ({ kind, value }: Pick<FolderCondition, 'kind' | 'value'>): string => texts[kind](value)
