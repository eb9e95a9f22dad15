import {
  type InstructionRules,
  parseInstructionRules,
  type SenderRule,
  sharedWishes,
} from '../../../../packages/classifier/instruction-rules.ts'
import { locale, t } from '../../../texts/translate.ts'

export interface DescribedFolder {
  name: string
  instructions: string
}

interface SenderRuleText {
  tone: 'warn' | 'plain'
  text: string
}

const maxNamed = 3

/** What instructions say about senders, and what contradicts itself or other folders, the most important first. */
export function senderRuleTexts(folder: DescribedFolder, others: readonly DescribedFolder[]): SenderRuleText[] {
  const rules = parseInstructionRules(folder.instructions, folder.name)
  const found: SenderRuleText[] = []
  const add = (tone: SenderRuleText['tone'], values: readonly string[], sentence: (values: string) => string): void => {
    if (values.length > 0) found.push({ tone, text: sentence(listed(values)) })
  }
  const contested = new Set(rules.contradictory)
  for (const { name, values } of contradictions(rules, others)) {
    for (const value of values) contested.add(value)
    add('warn', values, (mail) =>
      t('“{name}” also wants email from {mail}; it will wait for your review.', { name, mail }),
    )
  }
  add('warn', rules.contradictory, (mail) =>
    t('Email from {mail} is both wanted and excluded here. It never comes here.', { mail }),
  )
  add('warn', rules.sharedProviders, (domains) =>
    t('Many people share {domains}, so it cannot be a rule. Write complete addresses instead.', { domains }),
  )
  add('warn', rules.recipients, (mail) =>
    t('Instructions cannot say who an email was sent to ({mail}), only who sent it and what it is about.', { mail }),
  )
  add(
    'warn',
    rules.unclear.map((part) => t('“{text}”', { text: part })),
    (parts) =>
      t('Not understood, so it is no rule: {parts}. Try a short sentence, such as “No newsletters.”', { parts }),
  )
  const withScope = (effect: SenderRule['effect'], scope: SenderRule['scope']): string[] =>
    rules.senders
      .filter((rule) => rule.effect === effect && rule.scope === scope)
      .map(({ value }) => value)
      .filter((value) => !contested.has(value))
  add('plain', withScope('wanted', 'all'), (mail) => t('Email from {mail} will always come here.', { mail }))
  add('plain', withScope('wanted', 'except'), (mail) =>
    t('Email from {mail} comes here, except what you exclude.', { mail }),
  )
  add('plain', withScope('wanted', 'rest'), (mail) =>
    t('Email from {mail} comes here unless it fits another folder.', { mail }),
  )
  add('plain', withScope('wanted', 'some'), (mail) =>
    t('Of email from {mail}, what you describe comes here.', { mail }),
  )
  add('plain', withScope('excluded', 'all'), (mail) => t('Email from {mail} never comes here.', { mail }))
  if (rules.isExclusive) found.push({ tone: 'plain', text: t('Email from anyone else never comes here.') })
  return found
}

function contradictions(
  rules: InstructionRules,
  others: readonly DescribedFolder[],
): { name: string; values: string[] }[] {
  if (rules.senders.length === 0) return []
  return others.map(({ name, instructions }) => ({
    name,
    values: sharedWishes(rules, parseInstructionRules(instructions, name)).map(({ value }) => value),
  }))
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, maxNamed)
  const more = values.length - shown.length
  return new Intl.ListFormat(locale()).format(more > 0 ? [...shown, t('{count} more', { count: more })] : shown)
}
