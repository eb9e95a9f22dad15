import { likelyConfidence, sureConfidence, unsureCategory } from '../../../contract/limits.ts'
import { Link } from '../../routing/link.tsx'
import { useProduct } from '../../shell/product.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { b, List, Section } from './help-frame.tsx'
import { HelpPicture } from './help-picture.tsx'
import { titleOf } from './help-sections.ts'

// Not `formatPercent`: the sign-in screens would load all formats with what they share with this page.
const percent = (share: number): string => t('{percent}%', { percent: share * 100 })

/** Sections about decisions and corrections. */
export function HelpSorting() {
  return (
    <>
      <UnsureSection />
      <CorrectionsSection />
    </>
  )
}

export function UnsureSection() {
  const { name } = useProduct()
  return (
    <Section id="unsure" title={titleOf('unsure')}>
      <p>
        {t(
          'Each decision comes with a confidence: Sure from {sure}, Likely from {likely}, else ' +
            'Unsure. Where it is below what you asked for, the email stays in your inbox: that is the safe place, ' +
            'and nothing gets lost. The same holds when no folder fits, when the limit of the month is reached, and ' +
            'when anything fails.',
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
          'What {name} was not sure about waits for you on <link>Review</link>: one key press or tap each puts it ' +
            'into the likeliest folder or another one, or keeps it in the inbox, and teaches how to sort email like ' +
            'it. Undo takes the last answer back as if you had never given it.',
          {
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
          'How sure it must be, you set per mailbox: tab <b>Mailbox</b>, <b>Settings</b>, <b>How careful</b>. More ' +
            'careful leaves more in your inbox; less careful sorts more, and puts more of it in a wrong folder. ' +
            'Start in the middle and look at the history after a week. You can also let unsure email be marked in ' +
            'Outlook with the category “{category}”.',
          { b, category: unsureCategory },
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
      <p>{t('Two ways to put it right, and both are remembered:')}</p>
      <List>
        <li>{t('Move the email in Outlook to where it belongs, as you always did.')}</li>
        <li>
          {rich(
            'Or open it in the history (<b>View All Logs</b> on the Folders tab), look at “Why here?”, and choose ' +
              '<b>Move to…</b> or <b>Undo</b>.',
            { b },
          )}
        </li>
      </List>
      <p>
        {t(
          '{name} never moves that email again, and next time puts email like it where you put this one. If a whole ' +
            'kind of email goes wrong, a sentence in the folder’s instructions helps sooner than many corrections.',
          { name },
        )}
      </p>
      <HelpPicture
        of="history"
        alt={t('The processing history: each email with its folder, its confidence and the time.')}
      />
      <p>
        {rich(
          'Email that was in your inbox before is sorted when you say so: tab <b>Mailbox</b>, <b>Sort Existing ' +
            'Mail</b>. You see first how many there are and how much of the month’s limit they take; new mail goes ' +
            'first, and automated actions do not run for it.',
          { b },
        )}
      </p>
    </Section>
  )
}
