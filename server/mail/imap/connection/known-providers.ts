import type { MailServer } from '../../../vendors/imap/mail-server.ts'

/** Which password a provider accepts from a mail client. */
type PasswordKind = 'account' | 'app' | 'bridge'

export interface KnownProvider {
  name: string
  /** Addresses at these domains; a part before `.*` stands for all top-level domains. */
  domains: string[]
  /** Ends of the names of the hosts that receive the email of customers with a domain of their own. */
  exchanges: string[]
  /** Null: the provider has no IMAP. */
  servers: { imap: MailServer; smtp: MailServer } | null
  password: PasswordKind
  /** The provider's page about that password. */
  help: string | null
  /** Its page about switching IMAP on, where that is off at first. */
  imapHelp: string | null
}

const imaps = (host: string): MailServer => ({ host, port: 993, security: 'tls' })
const submissions = (host: string): MailServer => ({ host, port: 465, security: 'tls' })
const submission = (host: string, port = 587): MailServer => ({ host, port, security: 'starttls' })

const provider = (
  name: string,
  domains: string,
  imap: MailServer,
  smtp: MailServer,
  more: { exchanges?: string; password?: PasswordKind; help?: string; imapHelp?: string } = {},
): KnownProvider => ({
  name,
  domains: domains.split(' ').filter((domain) => domain !== ''),
  exchanges: more.exchanges?.split(' ') ?? [],
  servers: { imap, smtp },
  password: more.password ?? 'account',
  help: more.help ?? null,
  imapHelp: more.imapHelp ?? null,
})

/** Microsoft accepts no password by IMAP; its mailboxes are connected by a sign-in at Microsoft. */
export const microsoftDomains = ['outlook.*', 'hotmail.*', 'live.*', 'msn.com', 'windowslive.com', 'passport.com']
export const microsoftExchanges = ['.mail.protection.outlook.com', '.olc.protection.outlook.com', '.mx.microsoft']

const gmxHelp = 'https://hilfe.gmx.net/sicherheit/2fa/anwendungsspezifisches-passwort.html'
const yahooHelp = 'https://help.yahoo.com/kb/SLN15241.html'
const ionosHelp = 'https://www.ionos.com/help/email/using-webmail/email-activate-and-configure-two-step-verification'
const zoho = {
  help: 'https://help.zoho.com/portal/kb/articles/manage-application-specific-passwords',
  imapHelp: 'https://www.zoho.com/mail/help/imap-access.html',
}
const netEase = {
  password: 'app',
  help:
    'https://help.mail.163.com/faqDetail.do' +
    '?code=d7a5dc8471cd0c0e8b4b8f4f8e49998b374173cfe9171305fa1ce630d7f67ac2cda80145a1742516',
} as const

export const knownProviders: readonly KnownProvider[] = [
  provider('Gmail', 'gmail.com googlemail.com', imaps('imap.gmail.com'), submissions('smtp.gmail.com'), {
    exchanges: '.google.com .googlemail.com',
    password: 'app',
    help: 'https://support.google.com/accounts/answer/185833',
  }),
  provider('iCloud', 'icloud.com me.com mac.com', imaps('imap.mail.me.com'), submission('smtp.mail.me.com'), {
    exchanges: '.mail.icloud.com',
    password: 'app',
    help: 'https://support.apple.com/102654',
  }),
  provider('Fastmail', 'fastmail.com fastmail.fm', imaps('imap.fastmail.com'), submissions('smtp.fastmail.com'), {
    exchanges: '.messagingengine.com',
    password: 'app',
    help: 'https://www.fastmail.help/hc/en-us/articles/360058752854',
  }),
  provider('AOL', 'aol.* aim.com', imaps('imap.aol.com'), submissions('smtp.aol.com'), {
    exchanges: 'mx-aol.mail.gm0.yahoodns.net',
    password: 'app',
    help: 'https://help.aol.com/articles/Create-and-manage-app-password',
  }),
  provider('Yahoo Japan', 'yahoo.co.jp', imaps('imap.mail.yahoo.co.jp'), submissions('smtp.mail.yahoo.co.jp')),
  provider(
    'Yahoo',
    'yahoo.* ymail.com rocketmail.com',
    imaps('imap.mail.yahoo.com'),
    submissions('smtp.mail.yahoo.com'),
    {
      exchanges: '.yahoodns.net',
      password: 'app',
      help: yahooHelp,
    },
  ),
  provider('GMX', 'gmx.de gmx.net gmx.at gmx.ch', imaps('imap.gmx.net'), submissions('mail.gmx.net'), {
    help: gmxHelp,
    imapHelp: 'https://hilfe.gmx.net/pop-imap/einschalten.html',
  }),
  provider('GMX', 'gmx.*', imaps('imap.gmx.com'), submission('mail.gmx.com'), {
    help: 'https://www.gmx.com/security/2fa/',
  }),
  provider('web.de', 'web.de', imaps('imap.web.de'), submission('smtp.web.de'), {
    help: 'https://hilfe.web.de/sicherheit/2fa/anwendungsspezifisches-passwort.html',
    imapHelp: 'https://hilfe.web.de/pop-imap/einschalten.html',
  }),
  provider('mail.com', 'mail.com email.com', imaps('imap.mail.com'), submission('smtp.mail.com'), {
    help: 'https://support.mail.com/security/2fa/application-specific-passwords.html',
  }),
  provider('Posteo', 'posteo.de posteo.net posteo.org posteo.eu', imaps('posteo.de'), submissions('posteo.de'), {
    exchanges: '.posteo.de',
  }),
  provider('mailbox.org', 'mailbox.org', imaps('imap.mailbox.org'), submissions('smtp.mailbox.org'), {
    exchanges: '.mailbox.org',
    help: 'https://kb.mailbox.org/en/private/security-and-privacy/e-mail-password',
  }),
  provider('Zoho', 'zoho.com zohomail.com', imaps('imap.zoho.com'), submissions('smtp.zoho.com'), zoho),
  provider('Zoho', 'zoho.eu zohomail.eu', imaps('imap.zoho.eu'), submissions('smtp.zoho.eu'), zoho),
  provider('Zoho', '', imaps('imappro.zoho.eu'), submissions('smtppro.zoho.eu'), {
    exchanges: '.zoho.eu',
    ...zoho,
  }),
  provider('Zoho', '', imaps('imappro.zoho.com'), submissions('smtppro.zoho.com'), {
    exchanges: '.zoho.com',
    ...zoho,
  }),
  provider('IONOS', 'online.de onlinehome.de', imaps('imap.ionos.de'), submissions('smtp.ionos.de'), {
    exchanges: '.ionos.de .kundenserver.de',
    help: ionosHelp,
  }),
  provider('IONOS', '', imaps('imap.ionos.co.uk'), submissions('smtp.ionos.co.uk'), {
    exchanges: '.ionos.co.uk',
    help: ionosHelp,
  }),
  provider('IONOS', '', imaps('imap.ionos.fr'), submissions('smtp.ionos.fr'), {
    exchanges: '.ionos.fr',
    help: ionosHelp,
  }),
  provider('IONOS', '', imaps('imap.ionos.es'), submissions('smtp.ionos.es'), {
    exchanges: '.ionos.es',
    help: ionosHelp,
  }),
  provider('IONOS', '', imaps('imap.ionos.com'), submissions('smtp.ionos.com'), {
    exchanges: '.ionos.com .perfora.net',
    help: ionosHelp,
  }),
  provider('Strato', 'strato.de', imaps('imap.strato.de'), submissions('smtp.strato.de'), { exchanges: '.rzone.de' }),
  provider(
    'T-Online',
    't-online.de magenta.de',
    imaps('secureimap.t-online.de'),
    submissions('securesmtp.t-online.de'),
  ),
  provider('freenet', 'freenet.de', imaps('mx.freenet.de'), submission('mx.freenet.de')),
  provider(
    'Proton',
    'proton.me protonmail.com protonmail.ch pm.me',
    { host: '127.0.0.1', port: 1143, security: 'starttls' },
    submission('127.0.0.1', 1025),
    { exchanges: '.protonmail.ch', password: 'bridge', help: 'https://proton.me/mail/bridge' },
  ),
  {
    name: 'Tuta',
    domains: ['tuta.com', 'tutanota.com', 'tutanota.de', 'tutamail.com', 'tuta.io', 'keemail.me'],
    exchanges: ['.tutanota.de'],
    servers: null,
    password: 'account',
    help: null,
    imapHelp: null,
  },
  provider('Yandex', 'yandex.* ya.ru', imaps('imap.yandex.com'), submissions('smtp.yandex.com'), {
    exchanges: '.yandex.net .yandex.ru',
    password: 'app',
    help: 'https://yandex.com/support/passport/authorization/app-passwords.html',
  }),
  provider('Mail.ru', 'mail.ru inbox.ru list.ru bk.ru', imaps('imap.mail.ru'), submissions('smtp.mail.ru'), {
    exchanges: '.mail.ru',
    password: 'app',
    help: 'https://help.mail.ru/mail/security/protection/external',
  }),
  provider('OVH', '', imaps('ssl0.ovh.net'), submissions('ssl0.ovh.net'), { exchanges: '.mail.ovh.net' }),
  provider('Infomaniak', 'ik.me ikmail.com', imaps('mail.infomaniak.com'), submissions('mail.infomaniak.com'), {
    exchanges: '.infomaniak.ch',
    password: 'app',
    help: 'https://www.infomaniak.com/en/support/faq/1321/modifying-the-email-address-password-from-the-mail-hosting',
  }),
  provider('Hostpoint', '', imaps('imap.mail.hostpoint.ch'), submissions('smtp.mail.hostpoint.ch'), {
    exchanges: '.mail.hostpoint.ch',
  }),
  provider('Bluewin', 'bluewin.ch', imaps('imaps.bluewin.ch'), submissions('smtpauths.bluewin.ch')),
  provider('Gandi', '', imaps('mail.gandi.net'), submissions('mail.gandi.net'), { exchanges: '.mail.gandi.net' }),
  provider('Migadu', '', imaps('imap.migadu.com'), submissions('smtp.migadu.com'), { exchanges: '.migadu.com' }),
  provider('Runbox', 'runbox.com runbox.no', imaps('mail.runbox.com'), submissions('mail.runbox.com'), {
    exchanges: '.runbox.com',
    help: 'https://help.runbox.com/more-about-two-factor-authentication-and-app-passwords/',
  }),
  provider('Mailfence', 'mailfence.com', imaps('imap.mailfence.com'), submissions('smtp.mailfence.com'), {
    exchanges: '.mailfence.com',
    help: 'https://kb.mailfence.com/kb/setup-2fa/',
  }),
  provider('Rackspace', '', imaps('secure.emailsrvr.com'), submissions('secure.emailsrvr.com'), {
    exchanges: '.emailsrvr.com',
  }),
  provider('Private Email', '', imaps('mail.privateemail.com'), submissions('mail.privateemail.com'), {
    exchanges: '.privateemail.com',
  }),
  provider('Orange', 'orange.fr wanadoo.fr', imaps('imap.orange.fr'), submissions('smtp.orange.fr')),
  provider('Free', 'free.fr', imaps('imap.free.fr'), submissions('smtp.free.fr')),
  provider('La Poste', 'laposte.net', imaps('imap.laposte.net'), submissions('smtp.laposte.net')),
  provider('SFR', 'sfr.fr', imaps('imap.sfr.fr'), submissions('smtp.sfr.fr')),
  provider('Libero', 'libero.it', imaps('imapmail.libero.it'), submissions('smtp.libero.it')),
  provider('Seznam', 'seznam.cz email.cz post.cz', imaps('imap.seznam.cz'), submissions('smtp.seznam.cz'), {
    exchanges: '.seznam.cz',
    help: 'https://o-seznam.cz/napoveda/ucet/en/dvoufazove-overeni/postovni-programy/',
  }),
  provider('WP', 'wp.pl', imaps('imap.wp.pl'), submissions('smtp.wp.pl')),
  provider('NetEase', '163.com', imaps('imap.163.com'), submissions('smtp.163.com'), netEase),
  provider('NetEase', '126.com', imaps('imap.126.com'), submissions('smtp.126.com'), netEase),
  provider('QQ', 'qq.com foxmail.com', imaps('imap.qq.com'), submissions('smtp.qq.com'), {
    password: 'app',
    help: 'https://wx.mail.qq.com/list/readtemplate?name=app_intro.html#/agreement/authorizationCode',
  }),
]
