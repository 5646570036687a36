import Testing
import tilequill

@Suite("What the program may use of the machine")
struct MachineShareTests {
  @Test(
    arguments: [
      // Version 2, the namespace's root; rounded up; the tighter of two groups; no limit.
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "200000 100000\n"], 2, nil),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "150000 100000\n"], 2, nil),
      (["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "5000 100000\n"], 1, nil),
      (
        [
          "/proc/self/cgroup": "0::/a/b\n", "/sys/fs/cgroup/a/b/cpu.max": "400000 100000\n",
          "/sys/fs/cgroup/a/cpu.max": "300000 100000\n", "/sys/fs/cgroup/a/memory.max": "1000\n",
          "/sys/fs/cgroup/a/b/memory.max": "max\n",
        ], 3, 1000
      ),
      (
        [
          "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n",
          "/sys/fs/cgroup/memory.max": "max\n",
        ], nil, nil
      ),
      // Version 1.
      (
        [
          "/proc/self/cgroup": "4:memory:/job\n1:cpu,cpuacct:/job\n0::/\n",
          "/sys/fs/cgroup/cpu/job/cpu.cfs_quota_us": "100000\n",
          "/sys/fs/cgroup/cpu/job/cpu.cfs_period_us": "50000\n",
          "/sys/fs/cgroup/memory/job/memory.limit_in_bytes": "2048\n",
        ], 2, 2048
      ),
      (
        [
          "/proc/self/cgroup": "1:cpu:/\n", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "-1\n",
          "/sys/fs/cgroup/cpu/cpu.cfs_period_us": "100000\n",
        ], nil, nil
      ),
      // Bound to cores, alone and within a wider limit.
      (
        ["/proc/self/status": "Name:\tx\nCpus_allowed:\t1,00000005\nCpus_allowed_list:\t0,2,32\n"],
        3, nil
      ),
      (
        [
          "/proc/self/status": "Cpus_allowed:\t1\n", "/proc/self/cgroup": "0::/\n",
          "/sys/fs/cgroup/cpu.max": "400000 100000\n",
        ], 1, nil
      ),
      // Nothing, and nonsense.
      ([:], nil, nil),
      (["/proc/self/cgroup": "0:/\nx\n0::/\n", "/sys/fs/cgroup/cpu.max": "1 0\n"], nil, nil),
    ] as [([String: String], Int?, Int?)])
  func `limits of both versions are read`(files: [String: String], cores: Int?, memory: Int?) {
    let share = MachineShare { files[$0] }
    #expect(share.processorCount == cores)
    #expect(share.memoryByteCount == memory)
  }
}
