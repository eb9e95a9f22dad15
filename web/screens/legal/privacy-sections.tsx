import { useProduct } from '../../shell/product.tsx'
import { List, Section, Strong } from './legal-frame.tsx'
import { OperatorAddress } from './operator-address.tsx'
import { RetentionList } from './retention-list.tsx'

export function ResponsibleSection() {
  const { name } = useProduct()
  return (
    <Section title="Who is responsible">
      <p>
        {name} is software that is run by its operator, on machines of their choice. The operator of this site is
        responsible for your data and answers your questions: <OperatorAddress />. The makers of the software get none
        of it.
      </p>
    </Section>
  )
}

export function ReadDataSection() {
  return (
    <Section title="What is read">
      <List>
        <li>
          <Strong>Mail of a mailbox that you connect.</Strong> New mail in the inbox is read when it arrives: sender,
          recipients, subject, headers and text. Attachments are opened only where an action that you have set up needs
          them.
        </li>
        <li>
          <Strong>Mail that you have filed.</Strong> From the folders that you sort into, to learn what belongs there.
        </li>
        <li>
          <Strong>Mail that lies in your inbox already.</Strong> Of the newest 2,000 the sender, the subject and the
          beginning of the text, to learn which words are common in your mail and which go together. They stay where
          they are.
        </li>
        <li>
          <Strong>Mail that you have sent.</Strong> Only to whom, so that mail from people you know can stay in your
          inbox; where you have switched that off, nothing.
        </li>
        <li>
          <Strong>Your folders.</Strong> Their names, and the instructions that you write.
        </li>
      </List>
      <p>
        A mail is sorted by a program on the operator’s own machine. The operator may have set up a language model. It
        then gets, one mail at a time: of mail that the sorter is unsure about, the sender, some recipients, the
        subject, the names of attachments and the beginning of the text, with your folders’ names and instructions; for
        actions that draft replies or find data in a mail, the text of those mails and of the files that belong to the
        action; and your prompts. In the settings of a mailbox you can say that none of its mail is told to a language
        model. Ask the operator whether there is one, whose it is, where it runs, and whether it learns from what it is
        told.
      </p>
    </Section>
  )
}

export function RetentionSection() {
  return (
    <Section title="What is kept, and for how long">
      <p>The text of your mail is never stored. What is:</p>
      <RetentionList />
      <p>
        Backups that the operator makes may hold deleted data until they are overwritten; ask the operator how long that
        is.
      </p>
    </Section>
  )
}

export function RecipientsSection() {
  const { name } = useProduct()
  return (
    <Section title="Who else gets something">
      <List>
        <li>
          <Strong>Microsoft</Strong>, because your mailbox is there: requests to read mail, to move it to a folder, to
          make folders, and to write drafts and forward mail where actions of yours do. If you sign in with Microsoft,
          Microsoft knows that you did; {name} gets your name, address and account id from it.
        </li>
        <li>
          <Strong>Google</Strong>, only if you sign in with Google: Google knows that you did; {name} gets your name,
          address and account id from it.
        </li>
        <li>
          <Strong>Services that you connect</Strong>, only while they are connected: what your actions store or look for
          there. {name} gets your name, address and account id from them, and the files that your actions use.
        </li>
        <li>
          <Strong>Whoever you forward mail to</Strong>, once they have agreed: those mails.
        </li>
        <li>
          <Strong>The operator’s mail provider</Strong>, which delivers our e-mails to you: your address and the text of
          those e-mails.
        </li>
      </List>
      <p>Nothing is sold, and there are no advertisements, trackers or statistics services on these pages.</p>
    </Section>
  )
}

export function CookiesSection() {
  return (
    <Section title="Cookies and your browser">
      <p>
        No cookies but short-lived ones that protect a sign-in: one that lives two minutes after a link in an e-mail or
        a provider has brought you back, and one that lives minutes while you are at Microsoft or Google. While you are
        signed in, your browser’s local storage holds your session and which mailbox you look at. Signing out clears
        both.
      </p>
    </Section>
  )
}

export function RightsSection() {
  return (
    <Section title="Your data, out or gone">
      <List>
        <li>
          <Strong>Take it with you:</Strong> Account Settings gives you everything that belongs to your account as one
          JSON file.
        </li>
        <li>
          <Strong>Disconnect a mailbox:</Strong> its tokens, folders and settings are deleted, and sorting stops. Your
          mail stays where it is, in Outlook.
        </li>
        <li>
          <Strong>Delete your account:</Strong> Account Settings does it, and everything that belongs to it goes within
          minutes.
        </li>
        <li>
          <Strong>Anything else</Strong> (to see, correct or restrict what is held, or to object): write to{' '}
          <OperatorAddress />. You can also complain to the data protection authority where you live.
        </li>
      </List>
    </Section>
  )
}

export function SecuritySection() {
  return (
    <Section title="How it is protected">
      <p>
        Passwords are stored as Argon2id hashes. The tokens of your mailbox are encrypted. Each person’s rows are
        guarded by the database itself, and logs hold ids, not mail. You can add a second step to your sign-in, see
        where you are signed in, and end those sessions in Account Settings.
      </p>
    </Section>
  )
}
