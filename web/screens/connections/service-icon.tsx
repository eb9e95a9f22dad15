import { useState } from 'react'
import airtable from 'simple-icons/icons/airtable.svg'
import asana from 'simple-icons/icons/asana.svg'
import calendly from 'simple-icons/icons/calendly.svg'
import discord from 'simple-icons/icons/discord.svg'
import dropbox from 'simple-icons/icons/dropbox.svg'
import figma from 'simple-icons/icons/figma.svg'
import googleDrive from 'simple-icons/icons/googledrive.svg'
import googleSheets from 'simple-icons/icons/googlesheets.svg'
import hubspot from 'simple-icons/icons/hubspot.svg'
import notion from 'simple-icons/icons/notion.svg'
import shopify from 'simple-icons/icons/shopify.svg'
import trello from 'simple-icons/icons/trello.svg'
import typeform from 'simple-icons/icons/typeform.svg'
import webflow from 'simple-icons/icons/webflow.svg'
import zapier from 'simple-icons/icons/zapier.svg'
import zoom from 'simple-icons/icons/zoom.svg'

/** By the service's id. The others have no mark that we may use: they show two letters. */
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

/** The service's mark; two letters of its name where there is none, or it cannot be loaded. Its name stands beside it. */
export function ServiceIcon({ id, name }: { id: string; name: string }) {
  const [failed, setFailed] = useState(false)
  const mark = marks[id]
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-lg border border-line bg-sunken text-sm font-semibold text-muted"
    >
      {mark !== undefined && !failed ? (
        <img src={mark} alt="" width={20} height={20} className="size-5 dark:invert" onError={() => setFailed(true)} />
      ) : (
        twoLetters(name)
      )}
    </span>
  )
}

/** Of the first two words, else the first two letters. */
function twoLetters(name: string): string {
  const [first = '', second] = name.split(/\s+/)
  return `${first.slice(0, second ? 1 : 2)}${second?.slice(0, 1) ?? ''}`.toUpperCase()
}
