/**
 * Confines a program that parses untrusted files (record 0063), so that it cannot reach everything its user may: Landlock
 * (landlock(7)) allows it one folder and the system's programs and libraries; a PID namespace (pid_namespaces(7)) hides the other processes
 * where Landlock is too old to forbid signals.
 */
import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'

export type Support = {
  /** util-linux's setpriv and its options. */
  readonly setpriv: string
  /** Landlock's ABI version; 0 without. */
  readonly landlock: number
  /** User, PID and network namespaces without privileges. */
  readonly namespaces: boolean
}
export type Account = { readonly uid: number; readonly gid: number }
export type Reach = {
  /** The only folder that it may read and write. */
  readonly folder: string
  /** `loopback` is the whole network of this machine without TCP; `none` has no interface at all where namespaces are allowed. */
  readonly network: 'none' | 'loopback'
}

/** Restricts signals and abstract sockets to its own processes. */
const SCOPED = 6
/** Forbids TCP to connect and to bind. */
const TCP = 4
/** Programs and libraries; the loader's cache; what libraries read when they start. */
const READABLE = [
  ...['/bin', '/lib', '/lib32', '/lib64', '/usr/bin', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/local/bin', '/usr/local/lib'],
  ...['/nix/store', '/etc/ld.so.cache', '/dev/urandom', '/sys/devices/system/cpu'],
]

/**
 * Debian's perl-base is on every Debian and Ubuntu, and can make the calls for which util-linux before 2.40 has no program: the system
 * calls 444 to 446 are landlock_create_ruleset, landlock_add_rule and landlock_restrict_self on every processor; the masks are those of
 * linux/landlock.h. Any failure ends it before the program starts.
 */
const LANDLOCK = String.raw`
use strict;
my ($folder, @readable) = (shift);
push @readable, shift while @ARGV && $ARGV[0] ne '--';
shift;
my $abi = syscall(444, 0, 0, 1);
die "Landlock: $!\n" if $abi < 1;
my $handled = 0x1fff | ($abi > 1 && 0x2000) | ($abi > 2 && 0x4000) | ($abi > 4 && 0x8000);
my $attributes = pack('Q3', $handled, $abi > 3 ? 0x3 : 0, $abi > 5 ? 0x3 : 0);
my $ruleset = syscall(444, $attributes, $abi > 5 ? 24 : $abi > 3 ? 16 : 8, 0);
die "Landlock ruleset: $!\n" if $ruleset < 0;
sub allow {
  my ($path, $access) = @_;
  my $O_PATH = 0x200000;
  sysopen(my $file, $path, $O_PATH) or return;
  $access &= 0xc007 unless -d $file;
  my $rule = pack('Ql', $access & $handled, fileno($file));
  syscall(445, $ruleset, 1, $rule, 0) == 0 or die "Landlock rule for $path: $!\n";
}
my ($execute, $write, $read, $list, $remove, $make, $truncate) = (0x1, 0x2, 0x4, 0x8, 0x20, 0x100, 0x4000);
allow($_, $execute | $read | $list) for @readable;
allow('/dev/null', $read | $write);
allow($folder, $read | $write | $list | $remove | $make | $truncate);
syscall(446, $ruleset, 0) == 0 or die "Landlock: $!\n";
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";
`

function output(command: string, args: readonly string[], account: Account | undefined): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: '/', ...account })
  } catch {
    return undefined
  }
}

const NAMESPACES = ['--user', '--map-current-user', '--net', '--pid', '--fork', '--kill-child']

/** Tests it by running it, because kernels, distributions, containers and their seccomp profiles differ. @param account the user it will */
export function findSupport(account?: Account): Support {
  if (process.platform !== 'linux') return { setpriv: '', landlock: 0, namespaces: false }
  const setpriv = output('setpriv', ['--help'], account) ?? ''
  // Landlock requires the process to give up new privileges (no_new_privs), which setpriv sets.
  const abi = setpriv.includes('--no-new-privs') ? output('perl', ['-e', 'print syscall(444, 0, 0, 1)'], account) : undefined
  return {
    setpriv,
    landlock: Math.max(0, Number(abi ?? 0)),
    namespaces: output('unshare', [...NAMESPACES, 'true'], account) !== undefined,
  }
}

/** What a confined program can still do although it should not: phrases for a log line. */
export function gapsOf({ landlock, namespaces }: Support): readonly string[] {
  return [
    ...(landlock > 0 ? [] : ['read the files and the environment of the services']),
    ...(landlock >= SCOPED || namespaces ? [] : ['signal the services']),
    ...(landlock >= TCP ? [] : ['connect by TCP']),
  ]
}

/** @returns the command that runs the program confined, as far as this machine supports it */
export function confine(command: readonly [string, ...string[]], { folder, network }: Reach, support: Support): readonly string[] {
  const [program] = command
  const { setpriv, landlock, namespaces } = support
  const hidesProcesses = namespaces && landlock < SCOPED
  const unshared = [...(network === 'none' ? ['--net'] : []), ...(hidesProcesses ? ['--pid', '--fork', '--kill-child'] : [])]
  // The libraries that ffmpeg needs are in `lib`, where the product has unpacked it itself (scripts/servers/ffmpeg.ts).
  const readable = [...READABLE, program, join(dirname(program), 'lib')]
  return [
    // The kernel ends the program when its parent ends, for any reason (prctl(2), PR_SET_PDEATHSIG).
    ...(setpriv.includes('--pdeathsig') ? ['setpriv', '--pdeathsig', 'KILL', '--'] : []),
    ...(namespaces && unshared.length > 0 ? ['unshare', '--user', '--map-current-user', ...unshared, '--'] : []),
    ...(setpriv.includes('--no-new-privs') ? ['setpriv', '--no-new-privs', '--inh-caps=-all', ...boundingSet(), '--'] : []),
    ...(landlock > 0 ? ['perl', '-e', LANDLOCK, folder, ...readable, '--'] : []),
    ...command,
  ]
}

/** Root's capabilities return with every program it starts, unless they are removed from the bounding set (capabilities(7)). */
const boundingSet = () => (process.getuid?.() === 0 ? ['--bounding-set=-all'] : [])
