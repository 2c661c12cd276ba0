import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Test } from 'tap'

const ROOT = join(import.meta.dirname, '../..')
/** A user without an entry in /etc/passwd. */
const UID = 12_345

/** Mounts everything read-only except the given folders, and continues as that user without privileges. */
const MOUNT = `set -e
root=$1 folders=$2
shift 2
folder=$PWD
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -o remount,bind,ro /
for writable in $folders; do mount --bind "$writable" "$writable"; mount -o remount,bind,rw "$writable"; done
cd "$folder"
exec setpriv --reuid ${UID} --regid ${UID} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all "$@"`

export function cannotMount(): string | false {
  const { status } = spawnSync('unshare', ['--mount', 'mount', '-o', 'remount,bind,ro', '/'])
  return status === 0 ? false : 'only root can mount a file system read-only'
}

/**
 * Makes what a container with a read-only root file system has: volumes, and a command that runs a program with nothing
 * else to write to, as an arbitrary user.
 * @param names of the volumes
 * @returns `within`, to be put before the program and its arguments, and the paths of the volumes
 */
export async function readOnlySystem<Name extends string>(
  t: Pick<Test, 'teardown'>,
  names: readonly Name[],
): Promise<{ within: string[]; volumes: Record<Name, string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenite-read-only-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  const volumes = Object.fromEntries(names.map((name) => [name, join(folder, name)])) as Record<Name, string>
  for (const name of names) {
    // As Kubernetes makes a volume for `fsGroup`: root owns it, and the group may write.
    await mkdir(volumes[name])
    await chown(volumes[name], 0, UID)
    await chmod(volumes[name], 0o2770)
  }
  const paths = names.map((name) => volumes[name]).join(' ')
  return { within: ['unshare', '--mount', 'sh', '-c', MOUNT, 'sh', ROOT, paths], volumes }
}
