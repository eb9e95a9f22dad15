import assert from 'node:assert/strict'
import { DraftReplyConfig } from '../../contract/actions.ts'
import { filterAttachments } from '../../server/actions/store-attachments/filter-attachments.ts'
import { replyFromTemplate } from '../../server/actions/draft-reply/reply-template.ts'
import { searchWords } from '../../server/actions/file-context/search-words.ts'
import { untrustedLine } from '../../server/digest/untrusted-line.ts'
import { isAutomatic } from '../../server/mail/messages/automatic-mail.ts'
import { answeredForwardCores } from '../../server/mail/messages/subject-marks.ts'
import { csvLine } from '../../server/processing-log/processing-logs-csv.ts'
import { MailField } from '../../server/prompts/plan-schema.ts'
import { firstMatchingCondition } from '../../server/sorting/decision/match-conditions.ts'
import { quoteEvidence, quoteSentence } from '../../server/sorting/decision/quote-evidence.ts'
import { toMailToSort } from '../../server/sorting/messages/mail-to-sort.ts'
import { sortingQuestion } from '../../server/sorting/language-model/sorting-question.ts'
import { describeFolder } from '../../server/sorting/proposals/describe-folder.ts'
import { cleanModelInput } from '../../server/vendors/language-model/language-model-input.ts'
import { languageModelDataMaxLength } from '../../server/vendors/language-model/language-model.ts'
import type { FuzzTarget } from './fuzz-target.ts'
import { message, messageWith } from './mail-targets.ts'

const filter = { types: [], notTypes: [], senders: ['shop.example'], words: ['invoice'], notWords: ['draft'] }
const rules = {
  basePath: '/Safe',
  preserveNames: true,
  filter: { ...filter, minBytes: null, maxBytes: null },
  folder: MailField.options.map((field) => [{ field }]),
  contentIds: [],
}
const attachment = {
  id: 'a',
  type: 'file',
  contentType: 'application/pdf',
  size: 1,
  isInline: false,
  contentId: null,
} as const
const style = DraftReplyConfig.parse({ tone: 'casual', responseLength: 'detailed' })
const folder = { id: 'a', name: 'Invoices', instructions: 'Invoices of my suppliers, everything from @shop.example' }
const features = (['sender', 'list', 'subject', 'instructions'] as const).map((kind) => ({ kind, label: 'order' }))
const conditions = [{ kind: 'subject', value: 'order number', folderId: 'a' }] as const

/** What actions, the history, the digest and a language model read of a message. */
const shown: FuzzTarget = {
  name: 'message for actions',
  tokens: [
    ...message.tokens,
    '=',
    '/',
    '\\',
    '..',
    'invoice',
    'order',
    '</mail>',
    '[INST]',
    '.pdf',
    'Doe, Jane',
    '(a)',
    'Re: ',
    'fw:',
    '[#1] ',
  ],
  run(input) {
    const response = messageWith(input)
    const mail = toMailToSort(response)
    const metadata = { ...response, receivedOn: '2026-03-04' }
    isAutomatic(response, ['me@own.example'])
    for (const core of answeredForwardCores(response.subject ?? '')) assert.notEqual(core, '')
    searchWords(response.text)
    describeFolder([mail, mail, mail], [])
    firstMatchingCondition(mail, conditions)
    quoteEvidence(mail, features)
    quoteSentence(mail, folder)
    assert.doesNotMatch(replyFromTemplate(response, style, ''), /https?:\/\/[a-z]/i)
    for (const planned of filterAttachments([{ ...attachment, name: input }], metadata, rules) ?? [])
      for (const segment of [planned.name, ...planned.folder]) assert.doesNotMatch(segment, /[/\\]|^\.{0,2}$/)
    assert.doesNotMatch(untrustedLine(input), /[\r\n]/)
    assert.doesNotMatch(csvLine([input]), /^"?\s*[=+\-@]/)
    const { question } = sortingQuestion(mail, [folder])
    assert.doesNotMatch(cleanModelInput(question.data ?? '', languageModelDataMaxLength), /[<>]|\[INST\]/i)
  },
}

export const actionTargets: FuzzTarget[] = [shown]
