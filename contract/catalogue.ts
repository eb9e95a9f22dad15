import { Provider } from './providers.ts'

/** Services of the Connections page: fixed lists. */

type ServiceStatus = 'available' | 'coming_soon'
type ServicePriority = 'high' | 'medium' | 'low'

export interface ServiceCategory {
  id: string
  name: string
  description: string
  /** 1 is the highest priority. */
  priority: number
}

export const serviceCategories = [
  {
    id: 'cloud_storage',
    name: 'Cloud Storage',
    description: 'Where attachments are filed, and where files for a reply are found.',
    priority: 1,
  },
  {
    id: 'crm',
    name: 'CRM & Sales',
    description: 'Contacts and opportunities from the people who write to you.',
    priority: 2,
  },
  {
    id: 'communication',
    name: 'Communication & Collaboration',
    description: 'News of important mail where your team talks.',
    priority: 3,
  },
  {
    id: 'project_management',
    name: 'Project Management',
    description: 'Tasks and cards made from mail.',
    priority: 4,
  },
  {
    id: 'automation',
    name: 'Automation & Productivity',
    description: 'Rows, appointments and flows that begin with a mail.',
    priority: 5,
  },
  {
    id: 'ecommerce',
    name: 'E-commerce',
    description: 'Orders and customers beside the mail about them.',
    priority: 6,
  },
  {
    id: 'design',
    name: 'Design & Development',
    description: 'Comments and changes of what you build.',
    priority: 7,
  },
] as const satisfies ServiceCategory[]
type ServiceCategoryId = (typeof serviceCategories)[number]['id']

export interface CatalogueEntry {
  id: string
  serviceName: string
  description: string
  /** Provider of the connection; null for services that cannot be connected yet. */
  provider: Provider | null
  category: ServiceCategoryId
  /** Default; the operator makes a provider available by configuring it. */
  status: ServiceStatus
  priority: ServicePriority
}

const service = (
  id: string,
  serviceName: string,
  category: ServiceCategoryId,
  priority: ServicePriority,
  description: string,
): CatalogueEntry => ({
  id,
  serviceName,
  description,
  provider: Provider.safeParse(id).data ?? null,
  category,
  status: id === 'dropbox' || id === 'google_drive' ? 'available' : 'coming_soon',
  priority,
})

export const catalogue: readonly CatalogueEntry[] = [
  service(
    'dropbox',
    'Dropbox',
    'cloud_storage',
    'high',
    'File attachments in your Dropbox, and use your files for replies.',
  ),
  service(
    'google_drive',
    'Google Drive',
    'cloud_storage',
    'high',
    'File attachments in your Google Drive. Only files that were made here can be seen, not the rest of your Drive.',
  ),
  service(
    'onedrive',
    'OneDrive',
    'cloud_storage',
    'high',
    'File attachments in your OneDrive, and use your files for replies.',
  ),
  service('hubspot', 'HubSpot', 'crm', 'high', 'Keep contacts and deals in step with your mail.'),
  service('salesforce', 'Salesforce', 'crm', 'high', 'Add leads and activities from your mail.'),
  service('pipedrive', 'Pipedrive', 'crm', 'medium', 'Turn enquiries into deals.'),
  service('slack', 'Slack', 'communication', 'medium', 'Tell a channel when important mail arrives.'),
  service('microsoft_teams', 'Microsoft Teams', 'communication', 'medium', 'Tell a team when important mail arrives.'),
  service('discord', 'Discord', 'communication', 'low', 'Post news of mail in a server of yours.'),
  service('zoom', 'Zoom', 'communication', 'medium', 'Join and schedule meetings from invitations.'),
  service('monday', 'monday.com', 'project_management', 'medium', 'Make items of what a mail asks for.'),
  service('trello', 'Trello', 'project_management', 'medium', 'Make cards of what a mail asks for.'),
  service('asana', 'Asana', 'project_management', 'medium', 'Make tasks of what a mail asks for.'),
  service('notion', 'Notion', 'project_management', 'medium', 'Keep notes of mail in a database.'),
  service('zapier', 'Zapier', 'automation', 'medium', 'Begin a Zap when a mail is sorted.'),
  service('airtable', 'Airtable', 'automation', 'medium', 'Add a record for each mail of a folder.'),
  service('google_sheets', 'Google Sheets', 'automation', 'medium', 'Add a row for each mail of a folder.'),
  service('calendly', 'Calendly', 'automation', 'medium', 'Answer with your free times.'),
  service('typeform', 'Typeform', 'automation', 'low', 'Sort the answers to your forms.'),
  service('shopify', 'Shopify', 'ecommerce', 'medium', 'See the order that a customer writes about.'),
  service('figma', 'Figma', 'design', 'low', 'Gather comments on your designs.'),
  service('webflow', 'Webflow', 'design', 'low', 'Follow changes and forms of your sites.'),
]

/** Listed only where the operator has configured it. */
export const onRequest: readonly CatalogueEntry[] = [
  service(
    'teamleader',
    'TeamLeader',
    'crm',
    'medium',
    'Make contacts and opportunities of the people who write to you.',
  ),
]
