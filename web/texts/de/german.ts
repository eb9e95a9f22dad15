import account from './account.json' with { type: 'json' }
import auth from './auth.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import connections from './connections.json' with { type: 'json' }
import dashboardActions from './dashboard-actions.json' with { type: 'json' }
import dashboardFolders from './dashboard-folders.json' with { type: 'json' }
import dashboardMailbox from './dashboard-mailbox.json' with { type: 'json' }
import dashboardOverview from './dashboard-overview.json' with { type: 'json' }
import dashboardRules from './dashboard-rules.json' with { type: 'json' }
import dashboardSortExisting from './dashboard-sort-existing.json' with { type: 'json' }
import dashboard from './dashboard.json' with { type: 'json' }
import help from './help.json' with { type: 'json' }
import history from './history.json' with { type: 'json' }
import legal from './legal.json' with { type: 'json' }
import operator from './operator.json' with { type: 'json' }
import review from './review.json' with { type: 'json' }
import serverActions from './server-actions.json' with { type: 'json' }
import serverSorting from './server-sorting.json' with { type: 'json' }
import serverSetUp from './server-set-up.json' with { type: 'json' }
import senders from './senders.json' with { type: 'json' }
import server from './server.json' with { type: 'json' }
import setUp from './set-up.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import subscription from './subscription.json' with { type: 'json' }
import tidyUp from './tidy-up.json' with { type: 'json' }
import { messageTranslator } from '../translate-message.ts'
import type { Catalogue } from '../translate.ts'

/** Texts of `contract/` and of the server: in general, of decisions, of actions and of the set-up. */
const messages: Catalogue = { ...server, ...serverSorting, ...serverActions, ...serverSetUp }

/** German. `common` has the texts that several parts use. */
export const german: Catalogue = {
  ...common,
  ...messages,
  ...shell,
  ...auth,
  ...dashboard,
  ...dashboardOverview,
  ...dashboardFolders,
  ...dashboardRules,
  ...dashboardActions,
  ...dashboardMailbox,
  ...dashboardSortExisting,
  ...history,
  ...review,
  ...tidyUp,
  ...senders,
  ...connections,
  ...subscription,
  ...account,
  ...operator,
  ...setUp,
  ...legal,
  ...help,
}

export const translateGermanMessage = messageTranslator(messages)
