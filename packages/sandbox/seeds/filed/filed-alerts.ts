import { inFolder, type Written } from '../seed-mail.ts'

const machine = { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk' }

function gauge(
  at: string,
  level: 'WARNING' | 'CRITICAL' | 'OK',
  station: string,
  check: string,
  detail: string,
): Written {
  return {
    at,
    from: 'Gauge Monitor <monitor@ops.tidewell.example>',
    subject: `[${level}] ${station}: ${check}`,
    text:
      `state:    ${level}\nstation:  ${station}\ncheck:    ${check}\ndetail:   ${detail}\nrunbook:  ` +
      `https://ops.tidewell.example/runbooks/${check.split(' ')[0]}\n\n-- gauge monitor 4.2, sent once per ` +
      `state change`,
    headers: { ...machine, 'X-Monitor-State': level },
    ...(level === 'CRITICAL' ? { importance: 'high' as const } : {}),
  }
}

function build(at: string, branch: string, result: 'failed' | 'fixed', job: string, log: string): Written {
  return {
    at,
    from: 'Forge CI <ci@forge.tidewell.example>',
    subject: `Build ${result}: ${branch} (${job})`,
    html:
      `<p>Job <b>${job}</b> on <code>${branch}</code> ${result}.</p><pre>${log}</pre><p><a ` +
      `href="https://forge.tidewell.example/jobs">All jobs</a></p>`,
    headers: { ...machine, 'X-Forge-Job': job },
  }
}

function backup(at: string, ok: boolean, lines: string[]): Written {
  return {
    at,
    from: 'root <root@vault2.tidewell.example>',
    subject: ok ? 'vault2 backup: done' : 'vault2 backup: FINISHED WITH ERRORS',
    text: lines.join('\n'),
    headers: machine,
  }
}

export const alerts = inFolder('Work/Alerts', 'alert', [
  gauge('1 03:14', 'WARNING', 'valmoselle-07', 'battery low', '3.41 V, 9 days left at the present rate, cold night'),
  gauge('1 11:02', 'OK', 'valmoselle-07', 'battery low', '3.62 V, sun'),
  gauge(
    '2 02:10',
    'CRITICAL',
    'lageveen-gw-1',
    'no data for 60 minutes',
    'last message 01:08, five sensors behind this gateway are silent',
  ),
  gauge(
    '2 04:31',
    'OK',
    'lageveen-gw-1',
    'no data for 60 minutes',
    'back after reboot, 212 stored messages received late',
  ),
  gauge(
    '7 19:45',
    'CRITICAL',
    'valmoselle-03',
    'level above plausible range',
    '65531 cm; rule: a river is not 655 m deep',
  ),
  gauge('12 06:00', 'WARNING', 'valmoselle-11', 'clock drift', '+94 s against the network'),
  gauge(
    '21 14:55',
    'WARNING',
    'valmoselle-16',
    'tilt changed',
    'from 0.4 to 6.1 degrees within one minute (branch? boat? cow?)',
  ),
  gauge('37 22:40', 'CRITICAL', 'demo-roof', 'enclosure opened', 'contact open at 22:39, nobody on shift'),
  build(
    '1 16:20',
    'main',
    'failed',
    'firmware-test',
    '1 of 812 failed\n  lowflow.blend keeps the curve continuous\n    expected 0.120, got 0.000 at v=0.12',
  ),
  build('1 16:58', 'main', 'fixed', 'firmware-test', '812 passed in 4 m 11 s'),
  build('9 10:03', 'otter-lowflow', 'failed', 'lint', 'flow.c:88: comparison is always true\nflow.c:91: unreachable'),
  build(
    '26 17:31',
    'map-on-phone',
    'failed',
    'web-e2e',
    'timeout waiting for tiles (30 s)\nscreenshot stored as artifact 2 of 2',
  ),
  build('55 09:40', 'main', 'failed', 'release', 'signing key not found on runner-3'),
  backup('3 04:40', true, [
    'start 02:00:01  end 04:39:50',
    'files 1 204 331  new 812  deleted 44',
    'bytes 402.1 GB  free on target 1.1 TB',
    'verify: 100 random files, 100 equal',
  ]),
  backup('10 04:52', false, [
    'start 02:00:01  end 04:51:12',
    'E: /srv/lab/scope: permission denied (14 files)',
    'E: /srv/van2: host unreachable, van is out',
    'all else copied and verified',
  ]),
  backup('17 04:41', true, [
    'start 02:00:01  end 04:40:37',
    'files 1 202 870  new 120  deleted 3',
    'verify: 100 random files, 100 equal',
  ]),
  {
    at: '5 00:05',
    from: 'Certificate Watch <certs@ops.tidewell.example>',
    subject: 'Certificate for data.tidewell.example expires in 14 days',
    text:
      'CN: data.tidewell.example\nIssuer: Tidewell Internal CA 2\nDays left: 14\nRenewal: automatic, but it was ' +
      'also automatic last year.',
    headers: machine,
  },
  {
    at: '16 00:05',
    from: 'Certificate Watch <certs@ops.tidewell.example>',
    subject: 'Certificate for vpn.tidewell.example renewed',
    text:
      'CN: vpn.tidewell.example\nValid until: 2029\nDeployed to: gw-a, gw-b. Not reached: gw-spare (switched off ' +
      'since March).',
    headers: machine,
  },
  {
    at: '6 13:37',
    from: 'diskwatch@lab-nas.tidewell.example',
    subject: 'lab-nas: /srv/lab 91% full',
    text:
      'Filesystem  Size  Used  Avail  Use%\n/srv/lab    7.2T  6.6T  640G   91%\n\nlargest: scope-captures 2.9T, ' +
      'old-videos 1.1T, DO-NOT-DELETE 0.8T',
    headers: machine,
  },
  {
    at: '28 07:21',
    from: 'Uptime Wren <probe@uptime-wren.example.net>',
    subject: 'DOWN: portal.tidewell.example (503)',
    html:
      '<h3 style="color:#b00">portal.tidewell.example is down</h3><p>Checked from Vienna and Oslo. HTTP 503 for 3 ' +
      'minutes.</p>',
    headers: machine,
  },
  {
    at: '28 07:33',
    from: 'Uptime Wren <probe@uptime-wren.example.net>',
    subject: 'UP: portal.tidewell.example (12 minutes)',
    html:
      '<h3 style="color:#080">portal.tidewell.example is up again</h3><p>It was away for 12 minutes. Availability ' +
      'this month: 99.97 %.</p>',
    headers: machine,
  },
  {
    at: '32 23:59',
    from: 'Mail Delivery System <mailer-daemon@mx.tidewell.example>',
    subject: 'Undelivered Mail Returned to Sender',
    text: `This is the mail system at host mx.tidewell.example.

<alarm-list@lageveen-old.example>: host mx.lageveen-old.example said: 550 5.1.1 no such mailbox, the town has moved to \
a new domain

The alarm message of gateway lageveen-gw-1 could not be delivered.`,
    headers: { 'Auto-Submitted': 'auto-replied', 'Content-Type': 'multipart/report; report-type=delivery-status' },
    files: [
      {
        name: 'details.txt',
        contentType: 'message/delivery-status',
        content:
          'Reporting-MTA: dns; mx.tidewell.example\nFinal-Recipient: rfc822; alarm-list@lageveen-old.example\n' +
          'Action: failed\nStatus: 5.1.1\n',
      },
    ],
  },
  {
    language: 'de',
    at: '43 05:12',
    from: 'Alarmzentrale Gebäudetechnik <alarm@gebaeude.tidewell.example>',
    subject: 'STÖRUNG Kältetrockner Druckluft, Code 0x1F',
    text:
      'Anlage: Druckluft Halle 1\nMeldung: Taupunkt zu hoch (+9 °C)\nPriorität: 2\nQuittierung am Gerät ' +
      'erforderlich.',
    headers: machine,
  },
])
