import { actionRunTexts } from '../../../contract/action-runs.ts'
import type { Context, RemoteContext } from '../../context.ts'
import { isGone } from '../../vendors/graph-error.ts'
import type { GraphDraft, GraphMessage } from '../../vendors/graph.ts'
import { isAutomatic } from '../../mail/automatic-mail.ts'
import { ownAddresses } from '../mail-queries.ts'
import { readMail } from '../read-mail.ts'
import type { ActionRunner, Run, RunEnding } from '../runner.ts'
import { compose } from './compose-reply.ts'
import { bodyWith, createDraft, lookForDraft, writeBody } from './write-draft.ts'

/** A reply in the conversation in Outlook's Drafts, which only its owner sends (checklist A8). */
export const draftReply: ActionRunner<'draft_reply'> = {
  async run(ctx, run) {
    const place = await lookForDraft(ctx, run)
    const mail = await readMail(ctx, run)
    if (place.state === 'written') return made(mail, place.draft, [])
    if (place.state === 'theirs') return left(mail, place.draft)
    if (!mail) return skipped('mail_gone')
    if (await isNotAnswered(ctx, run.userId, mail)) return skipped('automatic_mail')
    const { text, notes } = await compose(ctx, run, mail, 'draft_reply')
    const draft = place.state === 'empty' ? place.draft : await create(ctx, run)
    if (!draft) return skipped('mail_gone')
    const { html, isQuoted } = bodyWith(draft, text)
    const end = await writeBody(ctx, run, draft, html)
    if (end.state !== 'written') return left(mail, draft)
    return made(mail, end.draft, isQuoted ? notes : [...notes, 'The mail is too long to be quoted below the draft.'])
  },

  async test(ctx, about) {
    const mail = await readMail(ctx, about)
    if (!mail) return { effects: [], text: null, notes: [actionRunTexts.mail_gone] }
    if (await isNotAnswered(ctx, about.userId, mail))
      return { effects: [], text: null, notes: [actionRunTexts.automatic_mail] }
    const { text, notes } = await compose(ctx, about, mail, 'draft_reply_test')
    return { effects: [{ kind: 'draft', label: labelOf(mail), url: null }], text, notes }
  },
}

/** @returns null where the mail is gone: Outlook refuses other things in the same words, so it is asked for once more */
async function create(ctx: RemoteContext, run: Run<'draft_reply'>): Promise<GraphDraft | null> {
  try {
    return await createDraft(ctx, run)
  } catch (error) {
    if (isGone(error) && (await readMail(ctx, run)) === null) return null
    throw error
  }
}

async function isNotAnswered(ctx: Pick<Context, 'db'>, userId: string, mail: GraphMessage): Promise<boolean> {
  return isAutomatic(mail, await ctx.db.asService((tx) => ownAddresses(tx, userId)))
}

const labelOf = (mail: GraphMessage | null): string =>
  mail?.subject ? `Reply to “${mail.subject}”`.slice(0, 300) : 'Reply'

const effectsOf = (mail: GraphMessage | null, draft: GraphDraft | null): RunEnding['effects'] =>
  draft ? [{ kind: 'draft', label: labelOf(mail), url: draft.webLink }] : []

const made = (mail: GraphMessage | null, draft: GraphDraft, notes: string[]): RunEnding => ({
  status: 'done',
  reason: 'done',
  effects: effectsOf(mail, draft),
  note: notes.length === 0 ? null : notes.join(' '),
})

const left = (mail: GraphMessage | null, draft: GraphDraft | null): RunEnding => ({
  status: 'skipped',
  reason: 'draft_gone',
  effects: effectsOf(mail, draft),
  note: null,
})

const skipped = (reason: 'mail_gone' | 'automatic_mail'): RunEnding => ({
  status: 'skipped',
  reason,
  effects: [],
  note: null,
})
