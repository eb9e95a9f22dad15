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
    description: 'News of important email where your team talks.',
    priority: 3,
  },
  {
    id: 'project_management',
    name: 'Project Management',
    description: 'Tasks and cards made from email.',
    priority: 4,
  },
  {
    id: 'automation',
    name: 'Automation & Productivity',
    description: 'Rows, appointments and flows that begin with an email.',
    priority: 5,
  },
  {
    id: 'ecommerce',
    name: 'E-commerce',
    description: 'Orders and customers beside the emails about them.',
    priority: 6,
  },
  {
    id: 'design',
    name: 'Design & Development',
    description: 'Comments on what you build, and changes to it.',
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
    'File attachments in your Google Drive. Only files that were created here are visible, not the rest of your Drive.',
  ),
  service(
    'onedrive',
    'OneDrive',
    'cloud_storage',
    'high',
    'File attachments in your OneDrive, and use your files for replies.',
  ),
  service('hubspot', 'HubSpot', 'crm', 'high', 'Keep contacts and deals up to date with your emails.'),
  service('salesforce', 'Salesforce', 'crm', 'high', 'Add leads and activities from your emails.'),
  service('pipedrive', 'Pipedrive', 'crm', 'medium', 'Turn enquiries into deals.'),
  service('slack', 'Slack', 'communication', 'medium', 'Notify a channel when important email arrives.'),
  service(
    'microsoft_teams',
    'Microsoft Teams',
    'communication',
    'medium',
    'Notify a team when important email arrives.',
  ),
  service('discord', 'Discord', 'communication', 'low', 'Post news of emails on one of your servers.'),
  service('zoom', 'Zoom', 'communication', 'medium', 'Join and schedule meetings from invitations.'),
  service('monday', 'monday.com', 'project_management', 'medium', 'Create items from what an email asks for.'),
  service('trello', 'Trello', 'project_management', 'medium', 'Create cards from what an email asks for.'),
  service('asana', 'Asana', 'project_management', 'medium', 'Create tasks from what an email asks for.'),
  service('notion', 'Notion', 'project_management', 'medium', 'Keep notes of emails in a database.'),
  service('zapier', 'Zapier', 'automation', 'medium', 'Start a Zap when an email is sorted.'),
  service('airtable', 'Airtable', 'automation', 'medium', 'Add a record for each email of a folder.'),
  service('google_sheets', 'Google Sheets', 'automation', 'medium', 'Add a row for each email of a folder.'),
  service('calendly', 'Calendly', 'automation', 'medium', 'Reply with your free times.'),
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
    'Create contacts and opportunities for the people who write to you.',
  ),
]
