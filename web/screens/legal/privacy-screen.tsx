import { useProduct } from '../../shell/product.tsx'
import { LegalFrame, List, Section } from './legal-frame.tsx'
import { OperatorAddress } from './operator-address.tsx'
import { Retention } from './retention.tsx'

export function PrivacyScreen() {
  const { name } = useProduct()
  return (
    <LegalFrame
      title="Privacy Policy"
      intro={
        <>
          {name} reads your incoming mail in order to sort it. This page says what it reads, what it keeps and for how
          long, who else gets something, and how you get it out or get rid of it.
        </>
      }
    >
      <Section title="Who is responsible">
        <p>
          {name} is software that is run by its operator, on machines of their choice. The operator of this site is
          responsible for your data and answers your questions: <OperatorAddress />. The makers of the software get none
          of it.
        </p>
      </Section>

      <Section title="What is read">
        <List>
          <li>
            <strong className="font-semibold">Mail of a mailbox that you connect.</strong> New mail in the inbox is read
            when it arrives: sender, recipients, subject, headers and text. Attachments are opened only where an action
            that you have set up needs them.
          </li>
          <li>
            <strong className="font-semibold">Mail that you have filed.</strong> From the folders that you sort into, to
            learn what belongs there.
          </li>
          <li>
            <strong className="font-semibold">Mail that lies in your inbox already.</strong> Of the newest 2,000 the
            sender, the subject and the beginning of the text, to learn which words are common in your mail and which go
            together. They stay where they are.
          </li>
          <li>
            <strong className="font-semibold">Mail that you have sent.</strong> Only to whom, so that mail from people
            you know can stay in your inbox; where you have switched that off, nothing.
          </li>
          <li>
            <strong className="font-semibold">Your folders.</strong> Their names, and the instructions that you write.
          </li>
        </List>
        <p>
          A mail is sorted by a program on the operator’s own machine. The operator may have set up a language model. It
          then gets, one mail at a time: of mail that the sorter is unsure about, the sender, some recipients, the
          subject, the names of attachments and the beginning of the text, with your folders’ names and instructions;
          for actions that draft replies or find data in a mail, the text of those mails and of the files that belong to
          the action; and your prompts. In the settings of a mailbox you can say that none of its mail is told to a
          language model. Ask the operator whether there is one, whose it is, where it runs, and whether it learns from
          what it is told.
        </p>
      </Section>

      <Section title="What is kept, and for how long">
        <p>The text of your mail is never stored. What is:</p>
        <Retention />
        <p>
          Backups that the operator makes may hold deleted data until they are overwritten; ask the operator how long
          that is.
        </p>
      </Section>

      <Section title="Who else gets something">
        <List>
          <li>
            <strong className="font-semibold">Microsoft</strong>, because your mailbox is there: requests to read mail,
            to move it to a folder, to make folders, and to write drafts and forward mail where actions of yours do. If
            you sign in with Microsoft, Microsoft knows that you did; {name} gets your name, address and account id from
            it.
          </li>
          <li>
            <strong className="font-semibold">Google</strong>, only if you sign in with Google: Google knows that you
            did; {name} gets your name, address and account id from it.
          </li>
          <li>
            <strong className="font-semibold">Services that you connect</strong>, only while they are connected: what
            your actions store or look for there. {name} gets your name, address and account id from them, and the files
            that your actions use.
          </li>
          <li>
            <strong className="font-semibold">Whoever you forward mail to</strong>, once they have agreed: those mails.
          </li>
          <li>
            <strong className="font-semibold">The operator’s mail provider</strong>, which delivers our e-mails to you:
            your address and the text of those e-mails.
          </li>
        </List>
        <p>Nothing is sold, and there are no advertisements, trackers or statistics services on these pages.</p>
      </Section>

      <Section title="Cookies and your browser">
        <p>
          No cookies but short-lived ones that protect a sign-in: one that lives two minutes after a link in an e-mail
          or a provider has brought you back, and one that lives minutes while you are at Microsoft or Google. While you
          are signed in, your browser’s local storage holds your session and which mailbox you look at. Signing out
          clears both.
        </p>
      </Section>

      <Section title="Your data, out or gone">
        <List>
          <li>
            <strong className="font-semibold">Take it with you:</strong> Account Settings gives you everything that
            belongs to your account as one JSON file.
          </li>
          <li>
            <strong className="font-semibold">Disconnect a mailbox:</strong> its tokens, folders and settings are
            deleted, and sorting stops. Your mail stays where it is, in Outlook.
          </li>
          <li>
            <strong className="font-semibold">Delete your account:</strong> Account Settings does it, and everything
            that belongs to it goes within minutes.
          </li>
          <li>
            <strong className="font-semibold">Anything else</strong> (to see, correct or restrict what is held, or to
            object): write to <OperatorAddress />. You can also complain to the data protection authority where you
            live.
          </li>
        </List>
      </Section>

      <Section title="How it is protected">
        <p>
          Passwords are stored as Argon2id hashes. The tokens of your mailbox are encrypted. Each person’s rows are
          guarded by the database itself, and logs hold ids, not mail. You can add a second step to your sign-in, see
          where you are signed in, and end those sessions in Account Settings.
        </p>
      </Section>
    </LegalFrame>
  )
}
