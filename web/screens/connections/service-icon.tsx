import { Cloud, CloudCog, Contact, Funnel, Hash, type LucideIcon, SquareKanban, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../ui/cx.ts'
import airtable from 'simple-icons/icons/airtable.svg?no-inline'
import asana from 'simple-icons/icons/asana.svg?no-inline'
import calendly from 'simple-icons/icons/calendly.svg?no-inline'
import discord from 'simple-icons/icons/discord.svg?no-inline'
import dropbox from 'simple-icons/icons/dropbox.svg?no-inline'
import figma from 'simple-icons/icons/figma.svg?no-inline'
import googleDrive from 'simple-icons/icons/googledrive.svg?no-inline'
import googleSheets from 'simple-icons/icons/googlesheets.svg?no-inline'
import hubspot from 'simple-icons/icons/hubspot.svg?no-inline'
import notion from 'simple-icons/icons/notion.svg?no-inline'
import shopify from 'simple-icons/icons/shopify.svg?no-inline'
import trello from 'simple-icons/icons/trello.svg?no-inline'
import typeform from 'simple-icons/icons/typeform.svg?no-inline'
import webflow from 'simple-icons/icons/webflow.svg?no-inline'
import zapier from 'simple-icons/icons/zapier.svg?no-inline'
import zoom from 'simple-icons/icons/zoom.svg?no-inline'

/** Logos by service id. */
const marks: Readonly<Record<string, string>> = {
  airtable,
  asana,
  calendly,
  discord,
  dropbox,
  figma,
  google_drive: googleDrive,
  google_sheets: googleSheets,
  hubspot,
  notion,
  shopify,
  trello,
  typeform,
  webflow,
  zapier,
  zoom,
}

/** Symbols for services whose logo may not be distributed. */
const symbols: Readonly<Record<string, LucideIcon>> = {
  microsoft_teams: UsersRound,
  monday: SquareKanban,
  onedrive: Cloud,
  pipedrive: Funnel,
  salesforce: CloudCog,
  slack: Hash,
  teamleader: Contact,
}

/** Decorative logo or symbol, or two letters of the name if there is none or it fails to load. */
export function ServiceIcon({ id, name }: { id: string; name: string }) {
  const [failed, setFailed] = useState(false)
  const mark = marks[id]
  const Symbol = symbols[id]
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-sunken',
        'text-sm font-semibold text-muted',
      )}
    >
      {mark !== undefined && !failed ? (
        <img src={mark} alt="" width={20} height={20} className="size-5 dark:invert" onError={() => setFailed(true)} />
      ) : Symbol ? (
        <Symbol className="size-5 text-ink" />
      ) : (
        twoLetters(name)
      )}
    </span>
  )
}

/** Initials of the first two words, else the first two letters. */
function twoLetters(name: string): string {
  const [first = '', second] = name.split(/\s+/)
  return `${first.slice(0, second ? 1 : 2)}${second?.slice(0, 1) ?? ''}`.toUpperCase()
}
