import type { Account } from './mail-account.ts'

export interface DovecotOptions {
  /** Extensions that the server does not announce. It still obeys their commands: `commandsOf` shows what was sent. */
  hidden?: readonly Capability[]
  /** `{ separator: '.', prefix: 'INBOX.' }` as of many providers; defaults to '/' and no prefix. */
  namespace?: { separator: '/' | '.'; prefix: string }
  /** Without it Drafts, Sent, Junk, Trash and Archive have no attributes. */
  specialUse?: boolean
  /**
   * - `quota`: a second namespace `Limited`, whose emails may have 1 kB together
   * - `acl`: rights, which `doveadm('acl', 'set', '-u', user, folder, 'owner', 'lookup', 'read')` restricts
   * - `virtual`: a folder `All` of the namespace `Virtual`, with `\All`, which shows the emails of all folders
   */
  plugins?: readonly ('quota' | 'acl' | 'virtual')[]
  /** A filter of all users, which `deliver` applies: needs the package dovecot-sieve. */
  sieve?: string
  /** Connections of one user. */
  maxConnections?: number
}

/** What version 2.3 announces. */
const capabilities = `
  IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE SORT SORT=DISPLAY THREAD=REFERENCES THREAD=REFS
  THREAD=ORDEREDSUBJECT MULTIAPPEND URL-PARTIAL CATENATE UNSELECT CHILDREN NAMESPACE UIDPLUS LIST-EXTENDED I18NLEVEL=1
  CONDSTORE QRESYNC ESEARCH ESORT SEARCHRES WITHIN CONTEXT=SEARCH LIST-STATUS BINARY MOVE SNIPPET=FUZZY PREVIEW=FUZZY
  PREVIEW STATUS=SIZE SAVEDATE LITERAL+ NOTIFY SPECIAL-USE`
  .trim()
  .split(/\s+/)
/** CONDSTORE hides QRESYNC as well, which contains it. */
type Capability = 'MOVE' | 'UIDPLUS' | 'IDLE' | 'CONDSTORE' | 'SPECIAL-USE' | 'NAMESPACE' | 'ESEARCH'

const specialFolders = { Drafts: 'Drafts', Sent: 'Sent', Junk: 'Junk', Trash: 'Trash', Archive: 'Archive' }

/** The configuration of a Dovecot 2.3 that keeps everything in `folder`. */
export function dovecotConfig(
  folder: string,
  { port, plainPort }: { port: number; plainPort: number },
  account: Account,
  options: DovecotOptions,
): string {
  const { hidden = [], namespace = { separator: '/', prefix: '' }, specialUse = true, plugins = [] } = options
  const { separator, prefix } = namespace
  const isHidden = (name: string): boolean =>
    hidden.some((one) => one === name || (one === 'CONDSTORE' && name === 'QRESYNC'))
  const layout = separator === '/' ? ':LAYOUT=fs' : ''
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
first_valid_uid = 1
mail_uid = ${account.user}
mail_gid = ${account.group}
mail_location = maildir:${folder}/mail/%u${layout}
mail_max_userip_connections = ${options.maxConnections ?? 100}
mailbox_list_index = yes
mail_plugins = ${plugins.join(' ')}
auth_failure_delay = 0
rawlog_dir = ${folder}/commands/%u
${hidden.length > 0 ? `imap_capability = ${capabilities.filter((name) => !isHidden(name)).join(' ')}` : ''}
passdb {
  driver = passwd-file
  args = username_format=%u ${folder}/passwords/%u
}
userdb {
  driver = static
  args = uid=${account.user} gid=${account.group} home=${folder}/mail/%u
}
protocol imap {
  mail_plugins = $mail_plugins ${plugins
    .filter((name) => name !== 'virtual')
    .map((name) => `imap_${name}`)
    .join(' ')}
}
service imap-login {
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
  ${account.isRoot ? '' : 'chroot ='}
}
service anvil {
  # Without the penalty that delays sign-ins after a wrong password.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
  ${account.isRoot ? '' : 'chroot ='}
}
${account.isRoot ? '' : asUser(account)}
namespace inbox {
  inbox = yes
  separator = ${separator}
  prefix = ${prefix}
${Object.entries(specialFolders)
  .map(([name, use]) => specialFolder(name, specialUse ? use : null))
  .join('')}
}
${plugins.map((name) => pluginConfig[name](folder, separator)).join('')}
${options.sieve === undefined ? '' : sieveConfig(folder)}`
}

export const sieveFile = (folder: string): string => `${folder}/filter.sieve`

const sieveConfig = (folder: string): string => `
protocol lda {
  mail_plugins = $mail_plugins sieve
  postmaster_address = postmaster@dovecot.example
}
plugin {
  sieve = file:${sieveFile(folder)}
}`

function specialFolder(name: string, use: string | null): string {
  return `
  mailbox ${name} {
    auto = subscribe
    ${use ? `special_use = \\${use}` : ''}
  }`
}

/** Without root, all processes belong to the user of the tests. */
function asUser({ user, group }: Account): string {
  return `
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
service stats {
  chroot =
}`
}

const pluginConfig = {
  quota: (_folder: string, separator: string) => `
namespace limited {
  separator = ${separator}
  prefix = Limited${separator}
  location = maildir:~/limited
}
plugin {
  quota = count:Limited:ns=Limited${separator}
  quota_vsizes = yes
  quota_rule = *:bytes=1000
  quota_grace = 0
}`,
  acl: () => `
plugin {
  acl = vfile
}`,
  virtual: (folder: string, separator: string) => `
namespace virtual {
  separator = ${separator}
  prefix = Virtual${separator}
  location = virtual:${folder}/virtual:INDEX=~/virtual
  mailbox All {
    special_use = \\All
  }
}`,
}
