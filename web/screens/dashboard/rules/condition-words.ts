import type { ConditionKind, FolderCondition } from '../../../../contract/functions/folder-conditions.ts'

export const conditionKinds: readonly { value: ConditionKind; label: string; example: string; problem: string }[] = [
  {
    value: 'address',
    label: 'From this address',
    example: 'anna@example.com',
    problem: 'Please enter an e-mail address, like anna@example.com.',
  },
  {
    value: 'domain',
    label: 'From this domain',
    example: 'example.com',
    problem: 'Please enter a domain, like example.com.',
  },
  {
    value: 'list',
    label: 'Of this mailing list',
    example: 'news.example.com',
    problem: 'Please enter the id of a list, as its emails carry it in List-Id.',
  },
  {
    value: 'subject',
    label: 'With these words in the subject',
    example: 'invoice march',
    problem: 'Please enter at least one word.',
  },
]

const words: Record<ConditionKind, (value: string) => string> = {
  address: (value) => `From ${value}`,
  domain: (value) => `From anybody at ${value}`,
  list: (value) => `Of the list ${value}`,
  subject: (value) => `“${value}” in the subject`,
}

export const conditionWords = ({ kind, value }: Pick<FolderCondition, 'kind' | 'value'>): string => words[kind](value)
