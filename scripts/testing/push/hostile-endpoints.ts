/** Endpoints of somebody who wants the server to reach its own network, or a service that is none of push. */
export const HOSTILE_ENDPOINTS: readonly string[] = [
  ...[
    'http://fcm.googleapis.com/x',
    'ftp://fcm.googleapis.com/x',
    'file:///etc/passwd',
    'gopher://fcm.googleapis.com/x',
    'data:text/plain,x',
  ],
  ...['https://localhost/x', 'https://localhost.localdomain/x', 'https://127.0.0.1/x', 'https://127.1/x', 'https://2130706433/x'],
  ...['https://0x7f000001/x', 'https://0177.0.0.1/x', 'https://[::1]/x', 'https://[::ffff:127.0.0.1]/x', 'https://[::ffff:7f00:1]/x'],
  ...[
    'https://0.0.0.0/x',
    'https://10.0.0.1/x',
    'https://172.16.0.1/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest/meta-data',
  ],
  ...[
    'https://[fe80::1]/x',
    'https://[fd00::1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://100.64.0.1/x',
    'https://metadata.google.internal/x',
  ],
  ...[
    'https://postgres:5432/x',
    'https://nats/x',
    'https://redis.default.svc.cluster.local/x',
    'https://8.8.8.8/x',
    'https://example.com/x',
  ],
  ...['https://fcm.googleapis.com:8443/x', 'https://fcm.googleapis.com:22/x', 'https://user@fcm.googleapis.com/x'],
  ...['https://user:secret@fcm.googleapis.com/x', 'https://fcm.googleapis.com@127.0.0.1/x', 'https://fcm.googleapis.com.example.com/x'],
  ...[
    'https://push.apple.com.example.com/x',
    'https://evilnotify.windows.com/x',
    'https://fcm.googleapis.com./x',
    'https://push.example.org/x',
  ],
  ...['https://push.example.net:8443/x', 'https://fcm.googleapis.com/x#y', 'https://fcm.googleapis.com/x#', 'https://', 'none', ''],
]
