import { likelyConfidence, maxMovesLearnedAtOnce, sureConfidence, unsureCategory } from '../../../contract/limits.ts'
import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { HelpPicture } from './help-picture.tsx'
import { b, List, Section, titleOf } from './help-section.tsx'

// Not `formatPercent`: the sign-in screens would load all formats with what they share with this page.
const percent = (share: number): string => t('{percent}%', { percent: share * 100 })

/** Sections about decisions and corrections. */
export function HelpSorting() {
  return (
    <>
      <UnsureSection />
      <CorrectionsSection />
      <SendersSection />
      <FollowUpSection />
    </>
  )
}

export function UnsureSection() {
  const { name } = useProduct()
  return (
    <Section id="unsure" title={titleOf('unsure')}>
      <p>
        {t(
          'Each decision has a confidence: Sure from {sure}, Likely from {likely}, else Unsure. Below the ' +
            'confidence that you require, the email stays in your inbox, so nothing gets lost. It also stays ' +
            'there when no folder fits, when the monthly limit is reached, and when something fails.',
          { sure: percent(sureConfidence), likely: percent(likelyConfidence) },
        )}
      </p>
      <p>
        {t(
          'The instructions of a new folder count from the first email. Where they match, but you have filed email ' +
            'of this sender into another folder, you choose between the two. An email from a new sender that ' +
            'contains only the name of a folder, or repeats its instructions, stays in your inbox too.',
        )}
      </p>
      <p>
        {rich(
          'What {name} was not sure about waits for you on <link>Review</link>. With one key or tap you put ' +
            'an email into the most likely folder or another one, or keep it in the inbox; {name} learns from ' +
            'each answer. Undo reverses the last answer completely. <b>?</b> shows all keys and switches them off.',
          {
            b,
            name,
            link: (content) => (
              <Link to="/review" className="rounded-sm underline underline-offset-4">
                {content}
              </Link>
            ),
          },
        )}
      </p>
      <p>
        {rich(
          'You set for each mailbox how sure {name} must be: tab <b>Mailbox</b>, <b>Settings</b>, ' +
            '<b>How careful</b>. More careful leaves more in your inbox; less careful sorts more, and puts ' +
            'more of it in a wrong folder. Start in the middle and check the history after a week. Unsure ' +
            'emails can also get the category “{category}” in your mail program.',
          { b, name, category: unsureCategory },
        )}
      </p>
      <p>
        {rich(
          'You also choose when sorted email is filed, for the mailbox (<b>When to file sorted email</b>) and for a ' +
            'single folder in its details: at once, after you have read it, or at fixed hours. The history says at ' +
            'once where an email will go, and until then it has the name of the folder as its category; <b>File ' +
            'now</b> does not wait. Moving it meanwhile, taking the category off, or keeping it in the inbox is a ' +
            'correction. While sorting is off, or only previewed, nothing is filed.',
          { b },
        )}
      </p>
      <HelpPicture
        of="settings"
        alt={t('The settings of a mailbox: its name, how careful, and what to do when unsure.')}
      />
    </Section>
  )
}

export function CorrectionsSection() {
  const { name } = useProduct()
  return (
    <Section id="corrections" title={titleOf('corrections')}>
      <p>{t('There are two ways to correct it, and {name} learns from both:', { name })}</p>
      <List>
        <li>{t('Move the email in your mail program to where it belongs.')}</li>
        <li>
          {rich(
            'Or press the right folder beside it, on the overview or in the history; <b>Move to…</b> has all ' +
              'folders. <b>Undo</b> takes it back. With the keyboard, <b>J</b> and <b>K</b> lead to the next and the ' +
              'previous email, <b>E</b> answers as suggested, <b>1</b> and <b>2</b> are the folders beside it, and ' +
              '<b>Z</b> undoes the last answer. <b>?</b> shows all keys and switches them off.',
            { b },
          )}
        </li>
      </List>
      <p>
        {t(
          '{name} never moves that email again, and from then on puts similar emails where you put this one. If ' +
            'a whole kind of email goes wrong, a sentence in the instructions of the folder helps faster ' +
            'than many corrections.',
          { name },
        )}
      </p>
      <p>
        {t(
          'Where you move more than {count} emails at once, nothing is learned from them until you choose it on the ' +
            'Folders tab.',
          { count: maxMovesLearnedAtOnce },
        )}
      </p>
      <HelpPicture
        of="history"
        alt={t('The processing history: each email with its folder, its confidence and the time.')}
      />
      <p>
        {rich(
          '<b>Ctrl+K</b> or <b>⌘+K</b> opens a field that finds pages, folders and emails, and runs commands: ' +
            'create a folder, switch sorting on or off, sort existing emails, move the email that is open, or undo.',
          { b },
        )}
      </p>
      <p>
        {rich(
          'Emails that were in your inbox before are sorted when you choose: tab <b>Mailbox</b>, <b>Sort ' +
            'Existing Emails</b>. You first see how many there are and how much of the monthly limit they use. ' +
            'New emails go first, and automated actions do not run for existing emails.',
          { b },
        )}
      </p>
    </Section>
  )
}

export function SendersSection() {
  const { name } = useProduct()
  return (
    <Section id="senders" title={titleOf('senders')}>
      <p>
        {rich(
          'The page <link>Senders</link> counts who has written to a mailbox in the last year, how much of it you ' +
            'have read, and where it goes. {name} reads senders, dates and read states for it, and no texts. Emails ' +
            'that you sent, drafts, junk and deleted emails do not count.',
          {
            name,
            link: (content) => (
              <Link to="/senders" className="rounded-sm underline underline-offset-4">
                {content}
              </Link>
            ),
          },
        )}
      </p>
      <p>
        {rich(
          'Select senders to say where their emails go from now on: <b>Always to a Folder…</b> or <b>Always Keep in ' +
            'the Inbox</b>. It counts like a correction, and is listed under what was learned. <b>File What Is ' +
            'There…</b> moves what they have in your inbox now; you can undo it for a day.',
          { b },
        )}
      </p>
      <p>
        {t(
          'Where an email names a page for unsubscribing, its host is shown, and you open the page in your browser; ' +
            '{name} opens nothing. Unsubscribe only from senders that you know: others learn that someone reads ' +
            'their emails.',
          { name },
        )}
      </p>
    </Section>
  )
}

export function FollowUpSection() {
  return (
    <Section id="follow-up" title={titleOf('follow-up')}>
      <p>
        {rich(
          'Switch on <b>Follow up on email without an answer</b> in the settings of a mailbox, and the overview ' +
            'lists what you have sent to up to three people and what got no answer after the days that you ' +
            'choose. It also lists questions of people you have written to that you have not answered after a ' +
            'day. An email leaves the list when it is answered, after 60 days, or when you press <b>Dismiss</b>.',
          { b },
        )}
      </p>
      <p>
        {t(
          'Only addresses, subjects and times are stored. Absence notices do not count as answers. What arrives ' +
            'while sorting is switched off is not read: dismiss what was answered meanwhile.',
        )}
      </p>
    </Section>
  )
}
