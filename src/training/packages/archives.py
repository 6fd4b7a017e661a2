"""Archives of packages as their registries keep them: wheels, source distributions, `npm pack`, crates."""

import tarfile
import zipfile


def members(archive):
    """Name, size and reader of each file in it."""
    if zipfile.is_zipfile(archive):
        inside = zipfile.ZipFile(archive)
        return [(each.filename, each.file_size, lambda each=each: inside.read(each)) for each in inside.infolist()]
    inside = tarfile.open(archive)
    return [
        (each.name, each.size, lambda each=each: inside.extractfile(each).read())
        for each in inside.getmembers()
        if each.isfile()
    ]
