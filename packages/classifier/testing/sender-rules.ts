import { parseInstructionRules } from '../instruction-rules.ts'

/** "+" wanted, "-" excluded; the scope follows where it is not "all". */
export function senders(text: string, name = ''): string {
  return parseInstructionRules(text, name)
    .senders.map(({ value, effect, scope }) => {
      const sign = effect === 'wanted' ? '+' : '-'
      return `${sign}${value}${scope === 'all' ? '' : ` (${scope})`}`
    })
    .join(', ')
}
